const printable = new Set(['http:', 'https:', 'mailto:', 'tel:'])
/** Typst rejects longer URLs. */
const longest = 4000

/** A normalised URL; `null` if it is invalid or has a scheme that readers should not follow. */
export const safeLink = (address: string): string | null => {
  if (!URL.canParse(address)) return null
  const { protocol, href } = new URL(address)
  return printable.has(protocol) && href.length <= longest ? href : null
}

/** The `tel:` link of a telephone number, which may contain brackets and an extension; `null` without digits. */
export const telephoneLink = (phone: string): string | null => {
  const digits = phone.replace(/\(0\)/g, '').replace(/[^\d+]/g, '')
  const number = digits.replace(/(?!^)\+/g, '')
  return /\d{3}/.test(number) ? `tel:${number}` : null
}

/** The link of a web address, which may lack its scheme. */
export const webLink = (web: string): string | null =>
  safeLink(/^[a-z][a-z\d+.-]*:/i.test(web) ? web : `https://${web}`)
