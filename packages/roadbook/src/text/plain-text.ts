/**
 * Characters that draw nothing and can only do harm in print or in XML: controls, the marks that turn the direction of
 * what follows them, tags, fillers, and code points that are no characters.
 */
const invisible =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: controls are what is looked for
  /[\u0000-\u0008\u000E-\u001F\u007F-\u0084\u0086-\u009F\u00AD\u061C\u180E\u200B\u202A-\u202E\u2060-\u206F\uFEFF\uFFF0-\uFFFB\uFFFE\uFFFF\u{1BCA0}-\u{1BCA3}\u{1D173}-\u{1D17A}\u{E0000}-\u{E0FFF}]/gu

/** White space of every kind but the no-break spaces, which mean something. */
const whiteSpace = /[\t\n\v\f\r \u0085\u1680\u2000-\u2006\u2008-\u200A\u2028\u2029\u205F\u3000]+/gu

/** The text on one line, as it can be printed anywhere: valid Unicode, no controls, single spaces. */
export const plainText = (text: string): string => collapse(text).trim()

/** The same for a piece of a longer text, whose spaces at either end count. */
export const collapse = (text: string): string =>
  text.toWellFormed().replace(invisible, '').normalize('NFC').replace(whiteSpace, ' ')

/** Longest run without a place to break that fits every column of the book. */
const longestRun = 30
const breakable = new RegExp(
  `[^\\s\\u00A0\\u202F\\p{Ideographic}\\p{Script=Hiragana}\\p{Script=Katakana}]{${longestRun + 1},}`,
  'gu',
)
const zeroWidthSpace = '\u200B'

/**
 * Lets a run without spaces (a web address, a code) break, so that it can't run off the page: after the signs at which
 * readers expect it, else anywhere. Ordinary long words are left to hyphenation.
 */
export const withBreaks = (text: string): string =>
  text.replace(breakable, (run) => {
    const parts = run.split(/(?<=[/?&=._~:;,%#@+-])/u)
    return parts
      .map((part) => (part.length > longestRun ? [...chunks(part)].join(zeroWidthSpace) : part))
      .join(zeroWidthSpace)
  })

/** Whole graphemes, so that no accent or emoji is torn from its base. */
function* chunks(part: string): Generator<string> {
  let chunk = ''
  for (const { segment } of new Intl.Segmenter().segment(part)) {
    if (chunk.length + segment.length > longestRun) {
      yield chunk
      chunk = ''
    }
    chunk += segment
  }
  yield chunk
}
