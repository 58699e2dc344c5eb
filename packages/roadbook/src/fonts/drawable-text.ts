/** Format characters, which no font draws: joiners, direction marks, variation selectors. */
const formatCharacters = /[\u034F\u180B-\u180F\u200B-\u200F\u2028\u2029\u202A-\u202E\u2060-\u2069\uFE00-\uFE0F\u{E0100}-\u{E01EF}\s\p{Cc}]/u
const replacement = '\uFFFD'

/** Replaces characters that no font can draw with U+FFFD, and collects them in order of appearance. */
export function drawableText(covers: (codePoint: number) => boolean) {
  const missing = new Set<string>()
  const of = (text: string): string =>
    text.replace(/[^\u0020-\u024F]/gu, (sign) => {
      if (covers(sign.codePointAt(0) as number) || formatCharacters.test(sign)) return sign
      missing.add(sign)
      return replacement
    })
  return { of, missing }
}
