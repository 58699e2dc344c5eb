/**
 * The `tel:` link of a telephone number, which may contain brackets, spaces and a slash after the area code; null for a text that is not one number
 * alone. An extension is left out: it is dialled later. So are words in brackets. A zero in brackets is dialled only inside the country, so it is
 * left out of an international number.
 */
export function telephoneLink(phone: string): string | null {
  const main = phone.replace(/[\s(;,]*(?:extension|ext|x)[\s.:=]*\d+[\s)]*$/i, '')
  const [area = '', ...others] = main.split('/')
  if (others.length > 1 || (others.length === 1 && !isAreaCode(area)) || /\d\D*[,;|]\D*\d/.test(main)) return null
  const isInternational = /^[^\d+]*(?:\+|00)/.test(main)
  const withoutWords = main.replaceAll(/\([^()\d]*\)/g, '')
  const dialled = isInternational ? withoutWords.replace('(0)', '') : withoutWords
  if (hasRemark(dialled)) return null
  const number = dialled.replaceAll(/[^\d+]/g, '')
  // E.164: an international number has at most 15 digits.
  return /^(?:\+|00)?\d{3,15}$/.test(number) ? `tel:${number}` : null
}

/** Whether the number goes on with words, hours or letters to dial. An area code in brackets is at the beginning: few digits are before it. */
const hasRemark = (text: string): boolean => /\d.*\p{L}/su.test(text) || /(?:\d\D*){5}\(\D*\d/.test(text)

/** Whether what stands before a slash is an area code, with or without that of the country, and not a number itself. */
const isAreaCode = (text: string): boolean => /^[\s(]*[+0]/.test(text) && text.replaceAll(/\D/g, '').length <= 7
