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

/** In code points, as devices count. */
export const lengthOf = (text: string): number => [...text].length

const segmenter = new Intl.Segmenter()

/** What readers see as one character: accents and emoji stay with their base. One after the other: long texts take long. */
export function* graphemesOf(text: string): Generator<string> {
  for (const { segment } of segmenter.segment(text)) yield segment
}

/** Letters that are twice as wide as Latin ones. */
export const wideLetter =
  /[\p{Ideographic}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Extended_Pictographic}]/u

/** In the width of a Latin letter. */
export const widthInLetters = (text: string): number =>
  [...text].reduce((sum, letter) => sum + (wideLetter.test(letter) ? 2 : 1), 0)

/** The first graphemes that together have at most so many code points, or at most this size. */
export const firstGraphemes = (graphemes: Iterable<string>, most: number, sizeOf = lengthOf): string[] => {
  const first: string[] = []
  let room = most
  for (const grapheme of graphemes) {
    room -= sizeOf(grapheme)
    if (room < 0) break
    first.push(grapheme)
  }
  return first
}

/** At most `longest` code points, or at most of this size; a longer text is cut between graphemes and ends in an ellipsis. */
export const truncated = (text: string, longest: number, sizeOf = lengthOf): string => {
  if (sizeOf(text) <= longest) return text
  const beginning = firstGraphemes(graphemesOf(text), longest - 1, sizeOf).join('')
  return `${beginning.trimEnd()}…`
}

/** Longest run without a break opportunity that fits into a line of text; narrow columns have their own limits. */
const longestRun = 30
/** Scripts without spaces between words; the typesetter knows where they break. */
const spaceless = ['Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar'].map((script) => `\\p{Script=${script}}`)
const breakable = `[^\\s\\u00A0\\u202F\\p{Ideographic}${spaceless.join('')}]`
const zeroWidthSpace = '\u200B'

/** The text without added break opportunities. */
export const withoutBreaks = (text: string): string => text.replaceAll(zeroWidthSpace, '')

/**
 * Adds break opportunities to runs without spaces that are longer than `longest`, such as URLs: after punctuation, else
 * anywhere. Words are hyphenated instead.
 */
export const breaksIn = (longest: number) => {
  const longRuns = new RegExp(`${breakable}{${longest + 1},}`, 'gu')
  return (text: string): string =>
    withoutBreaks(text).replace(longRuns, (run) => {
      if (word.test(run) && run.length <= longestWord) return run
      const parts = run.split(/(?<=[/?&=._~:;,%#@+-])/u)
      return parts
        .map((part) => (part.length > longest ? [...chunks(part, longest)].join(zeroWidthSpace) : part))
        .join(zeroWidthSpace)
    })
}

/** With break opportunities for a line of text. */
export const withBreaks = breaksIn(longestRun)

/** The typesetter hyphenates words by the rules of their language. No real word is longer. */
const longestWord = 60
const word = /^[\p{L}\p{M}]+[\p{P}]*$/u

/** Splits between graphemes. */
function* chunks(part: string, longest: number): Generator<string> {
  let chunk = ''
  for (const grapheme of graphemesOf(part)) {
    if (chunk.length + grapheme.length > longest) {
      yield chunk
      chunk = ''
    }
    chunk += grapheme
  }
  yield chunk
}
