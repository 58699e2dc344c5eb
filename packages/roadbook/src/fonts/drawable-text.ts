/** Format characters, which no font draws: joiners, direction marks, variation selectors. */
const steering = /[\u034F\u180B-\u180F\u200B-\u200F\u2028\u2029\u202A-\u202E\u2060-\u2069\uFE00-\uFE0F\u{E0100}-\u{E01EF}\s\p{Cc}]/u
const replacement = '\uFFFD'

/** Replaces characters that no font can draw with U+FFFD, and collects them. */
export class DrawableText {
  readonly #covers: (codePoint: number) => boolean
  readonly #missing = new Set<string>()

  constructor(covers: (codePoint: number) => boolean) {
    this.#covers = covers
  }

  of(text: string): string {
    return text.replace(/[^\u0020-\u024F]/gu, (sign) => {
      if (this.#covers(sign.codePointAt(0) as number) || steering.test(sign)) return sign
      this.#missing.add(sign)
      return replacement
    })
  }

  /** The replaced characters in order of appearance. */
  get missing(): readonly string[] {
    return [...this.#missing]
  }
}
