/**
 * The `tel:` link of a telephone number, which may contain brackets, spaces and a slash after the area code; null for a text that is not one number.
 * An extension is left out: it is dialled later. A zero in brackets is dialled only inside the country, so it is left out of an international number.
 */
export function telephoneLink(phone: string): string | null {
  const main = phone.replace(/[\s(;,]*(?:extension|ext|x)[\s.:=]*\d+[\s)]*$/i, '')
  const [area = '', ...others] = main.split('/')
  if (others.length > 1 || (others.length === 1 && !isAreaCode(area)) || /\d\D*[,;|]\D*\d/.test(main)) return null
  const isInternational = /^[^\d+]*(?:\+|00)/.test(main)
  const number = (isInternational ? main.replace('(0)', '') : main).replaceAll(/[^\d+]/g, '')
  // E.164: an international number has at most 15 digits.
  return /^(?:\+|00)?\d{3,15}$/.test(number) ? `tel:${number}` : null
}

/** Whether what stands before a slash is an area code, with or without that of the country, and not a number itself. */
const isAreaCode = (text: string): boolean => /^[\s(]*[+0]/.test(text) && text.replaceAll(/\D/g, '').length <= 7
