/**
 * The `tel:` link of a telephone number, which may contain brackets, spaces and an extension; null for a text that is not one number. A zero in
 * brackets is dialled only inside the country, so it is left out of an international number.
 */
export function telephoneLink(phone: string): string | null {
  const isInternational = /^[^\d+]*(?:\+|00)/.test(phone)
  const number = (isInternational ? phone.replace('(0)', '') : phone).replaceAll(/[^\d+]/g, '')
  // E.164: an international number has at most 15 digits.
  return /^(?:\+|00)?\d{3,15}$/.test(number) ? `tel:${number}` : null
}
