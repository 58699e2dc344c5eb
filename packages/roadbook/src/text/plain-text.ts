/**
 * Invisible characters that would break print or XML: controls, bidirectional overrides, tags, fillers, invalid code points.
 */
const invisible =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the expression matches control characters
  /[\u0000-\u0008\u000E-\u001F\u007F-\u0084\u0086-\u009F\u00AD\u061C\u180E\u200B\u202A-\u202E\u2060-\u206F\uFEFF\uFFF0-\uFFFB\uFFFE\uFFFF\u{1BCA0}-\u{1BCA3}\u{1D173}-\u{1D17A}\u{E0000}-\u{E0FFF}]/gu

/** White space except no-break spaces, which are kept. */
const whiteSpace = /[\t\n\v\f\r \u0085\u1680\u2000-\u2006\u2008-\u200A\u2028\u2029\u205F\u3000]+/gu

/** The text on one line: valid Unicode, no controls, single spaces. */
export const plainText = (text: string): string => collapse(text).trim()

/** The same for a part of a text: keeps spaces at both ends. */
export const collapse = (text: string): string =>
  text.toWellFormed().replace(invisible, '').normalize('NFC').replace(whiteSpace, ' ')

/** At most `longest` characters; a longer text ends in an ellipsis. */
export const truncated = (text: string, longest: number): string => {
  const letters = [...text]
  if (letters.length <= longest) return text
  const beginning = letters.slice(0, longest - 1).join('')
  return `${beginning.trimEnd()}…`
}

/** Longest run without a break opportunity that fits into every column. */
const longestRun = 30
/** Scripts without spaces between words; the typesetter knows where they break. */
const spaceless = ['Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar'].map((script) => `\\p{Script=${script}}`)
const breakable = new RegExp(`[^\\s\\u00A0\\u202F\\p{Ideographic}${spaceless.join('')}]{${longestRun + 1},}`, 'gu')
const zeroWidthSpace = '\u200B'

/** The text without the break opportunities of `withBreaks`. */
export const withoutBreaks = (text: string): string => text.replaceAll(zeroWidthSpace, '')

/**
 * Adds break opportunities to long runs without spaces, such as URLs: after punctuation, else anywhere. Words are
 * hyphenated instead.
 */
export const withBreaks = (text: string): string =>
  text.replace(breakable, (run) => {
    if (word.test(run) && run.length <= longestWord) return run
    const parts = run.split(/(?<=[/?&=._~:;,%#@+-])/u)
    return parts
      .map((part) => (part.length > longestRun ? [...chunks(part)].join(zeroWidthSpace) : part))
      .join(zeroWidthSpace)
  })

/** The typesetter hyphenates words by the rules of their language. No real word is longer. */
const longestWord = 60
const word = /^[\p{L}\p{M}]+[\p{P}]*$/u

/** Splits between graphemes, so that accents and emoji stay with their base. */
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
