/** Letters that have no Unicode decomposition. */
const letters = new Map(
  Object.entries({ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', ł: 'l', þ: 'th', ı: 'i' }).flatMap(
    ([letter, ascii]) => [
      [letter, ascii],
      [letter.toUpperCase(), ascii.toUpperCase()],
    ],
  ),
)

/** The text in ASCII: without accents, and without the letters of other scripts. */
export const asciiText = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[\u2010-\u2015]/g, '-')
    .replace(/[^\x20-\x7e]/gu, (sign) => letters.get(sign) ?? ' ')
    .replace(/ {2,}/g, ' ')
    .trim()

const longestName = 60

/** A file name of ASCII letters, digits and hyphens, safe in URLs, ZIP files and on devices; may be empty. */
export const slug = (text: string): string =>
  asciiText(text)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, longestName)
    .replace(/^-|-$/g, '')
