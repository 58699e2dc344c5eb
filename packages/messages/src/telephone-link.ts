/**
 * The `tel:` link of a telephone number, which may contain brackets, spaces and slashes; null for a text that is not one number. An extension is left
 * out: it is dialled later. A zero in brackets is dialled only inside the country, so it is left out of an international number.
 */
export function telephoneLink(phone: string): string | null {
  const main = phone.replace(/\s*(?:;\s*ext\s*=|\bext\b\.?|\bx(?=\s*\d))\s*:?\s*\d+\s*$/i, '')
  if (/\d[^\d]*(?:\s\/\s|[,;|])[^\d]*\d/.test(main)) return null
  const isInternational = /^[^\d+]*(?:\+|00)/.test(main)
  const number = (isInternational ? main.replace('(0)', '') : main).replaceAll(/[^\d+]/g, '')
  // E.164: an international number has at most 15 digits.
  return /^(?:\+|00)?\d{3,15}$/.test(number) ? `tel:${number}` : null
}
