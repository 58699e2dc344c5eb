const printable = new Set(['http:', 'https:', 'mailto:', 'tel:'])
/** Typst refuses longer addresses. */
const longest = 4000

/** The address as it can stand in a document, or `null` when it is none that a reader should follow. */
export const safeLink = (address: string): string | null => {
  if (!URL.canParse(address)) return null
  const { protocol, href } = new URL(address)
  return printable.has(protocol) && href.length <= longest ? href : null
}

/** The link of a telephone number as people write it, extension and brackets included; `null` without digits. */
export const telephoneLink = (phone: string): string | null => {
  const digits = phone.replace(/\(0\)/g, '').replace(/[^\d+]/g, '')
  const number = digits.replace(/(?!^)\+/g, '')
  return /\d{3}/.test(number) ? `tel:${number}` : null
}

/** A web address as people write it: the scheme may be missing. */
export const webLink = (web: string): string | null =>
  safeLink(/^[a-z][a-z\d+.-]*:/i.test(web) ? web : `https://${web}`)
