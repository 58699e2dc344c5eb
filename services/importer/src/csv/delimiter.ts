export type Delimiter = ',' | ';' | '\t' | '|'

const candidates: readonly Delimiter[] = [';', ',', '\t', '|']

/** A first line of the form `sep=;`, which spreadsheets write to say what separates the cells. */
const declaration = /^"?sep=([,;\t|])"?\r?\n/i

export interface DelimiterFound {
  delimiter: Delimiter
  /** How many characters at the beginning of the text are the declaration, not data. */
  skip: number
}

/**
 * What separates the cells: what the file declares, then what is configured, then the candidate that divides the header
 * row into the most cells (quoted text is not counted). A single column counts as separated by semicolons.
 */
export const detectDelimiter = (text: string, configured?: Delimiter): DelimiterFound => {
  const declared = declaration.exec(text)
  const skip = declared?.[0].length ?? 0
  if (declared?.[1] !== undefined) return { delimiter: declared[1] as Delimiter, skip }
  if (configured !== undefined) return { delimiter: configured, skip }
  const counts = countInFirstRow(text)
  const best = candidates.reduce((a, b) => ((counts.get(b) ?? 0) > (counts.get(a) ?? 0) ? b : a))
  return { delimiter: best, skip }
}

const countInFirstRow = (text: string): Map<string, number> => {
  const counts = new Map<string, number>()
  let quoted = false
  for (const character of text.trimStart()) {
    if (character === '"') quoted = !quoted
    else if (!quoted && (character === '\n' || character === '\r')) break
    else if (!quoted) counts.set(character, (counts.get(character) ?? 0) + 1)
  }
  return counts
}
