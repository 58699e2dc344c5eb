/** Addresses that links may have: the builder removes all others. */
const allowed = /^(?:https?:\/\/|mailto:|tel:)/i

export const isAllowedLink = (address: string): boolean => allowed.test(address.trim())

/** The address for what a person typed: `hut.example/rooms` and `info@hut.example` get their scheme. Null: not an allowed address. */
export function toLink(typed: string): string | null {
  const address = typed.trim()
  if (/\s/.test(address)) return null
  if (isAllowedLink(address)) return hasTarget(address) ? address : null
  if (/^[^@/:]+@[^@/:]+\.[^@/:]+$/.test(address)) return `mailto:${address}`
  if (/^[^/:?#@]+\.[^/:?#@]{2,}(?:[/?#].*)?$/.test(address))
    return hasTarget(`https://${address}`) ? `https://${address}` : null
  return null
}

const hasTarget = (address: string): boolean => URL.canParse(address) && !/^(?:mailto|tel):$/i.test(address)
