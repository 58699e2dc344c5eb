const longest = 60
/** Letters that have no Unicode decomposition. */
const letters = new Map(Object.entries({ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', ł: 'l', þ: 'th', ı: 'i' }))

/** ASCII letters, digits and hyphens, safe in URLs, ZIP files and on devices; may be empty. */
export const slug = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]/g, (sign) => letters.get(sign) ?? '-')
    .replace(/-{2,}/g, '-')
    .slice(0, longest)
    .replace(/^-|-$/g, '')
