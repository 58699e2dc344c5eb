/** The header violates its grammar, so none of its content is trusted. */
export class HeaderSyntaxError extends Error {
  override readonly name = 'HeaderSyntaxError'
}

/** Reads a structured header from left to right. */
export class HeaderScanner {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  /** Start of the next read. */
  get position(): number {
    return this.#at
  }

  get isAtEnd(): boolean {
    return this.#at === this.#text.length
  }

  /** The next text if it matches the pattern, which must be sticky. */
  read(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text)?.[0]
    if (found === undefined) return null
    this.#at += found.length
    return found
  }

  /** As `read`; throws `HeaderSyntaxError` when the text does not match. */
  expect(pattern: RegExp): string {
    const found = this.read(pattern)
    if (found === null) throw new HeaderSyntaxError(`Expected ${pattern.source} at ${this.#at}.`)
    return found
  }

  /** Skips CFWS (RFC 5322, section 3.2.2): white space, and comments, which may nest. Returns the skipped text. */
  skipBlanks(): string {
    const from = this.#at
    for (;;) {
      this.read(/\s+/y)
      if (this.#text[this.#at] !== '(') return this.#text.slice(from, this.#at)
      this.#skipComment()
    }
  }

  #skipComment(): void {
    let depth = 0
    for (; this.#at < this.#text.length; this.#at++) {
      const character = this.#text[this.#at]
      if (character === '\\') this.#at++
      else if (character === '(') depth++
      else if (character === ')' && --depth === 0) {
        this.#at++
        return
      }
    }
    throw new HeaderSyntaxError('A comment is not closed.')
  }
}
