import { readDate } from '../../csv/dates.ts'
import { readWholeNumber } from '../../csv/numbers.ts'
import { fieldWords, type GuessedField, plain } from './field-words.ts'

export interface SampleColumn {
  header: string
  /** Values of the sample rows, trimmed; empty if a row has none. */
  values: readonly string[]
}

/** Share of values that must be valid for a field; a few may be mistyped. */
const enoughThatFit = 0.9

/**
 * Guesses the field of each column, `null` for none. Pairs of field and column are assigned by their score, highest first; each field is assigned
 * once, except hotels.
 */
export const guessColumns = (columns: readonly SampleColumn[]): (GuessedField | null)[] => {
  const guesses: (GuessedField | null)[] = columns.map(() => null)
  const fields = Object.keys(fieldWords) as GuessedField[]
  const pairs = fields
    .flatMap((field) => columns.map((column, index) => ({ field, index, score: scoreOf(field, column) })))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
  for (const { field, index } of pairs) {
    if (guesses[index] !== null || (field !== 'hotel' && guesses.includes(field))) continue
    guesses[index] = field
  }
  return inOrder(guesses, columns)
}

const scoreOf = (field: GuessedField, { header, values }: SampleColumn): number => {
  const nonEmpty = values.filter((value) => value !== '')
  if (nonEmpty.length > 0 && nonEmpty.filter(fits[field]).length < nonEmpty.length * enoughThatFit) return 0
  const name = plain(header)
  const words = fieldWords[field]
  if (words.includes(name)) return 3 + peculiar(field, nonEmpty)
  // Short words ("to", "van") are parts of too many other words.
  if (words.some((word) => word.length > 3 && name.includes(word))) return 2 + peculiar(field, nonEmpty)
  return peculiar(field, nonEmpty) > 0 && telling.has(field) ? 1 : 0
}

/** Fields that are recognised by their values alone. */
const telling: ReadonlySet<GuessedField> = new Set(['arrivalDate', 'departureDate', 'language'])

const wholeNumber = (value: string): number | null => {
  const reading = readWholeNumber(value)
  return 'value' in reading ? reading.value : null
}

const isDate = (value: string): boolean => {
  const reading = readDate(value)
  return 'date' in reading || reading.fault === 'ambiguous'
}

const fits: Readonly<Record<GuessedField, (value: string) => boolean>> = {
  downloadCode: (value) => (wholeNumber(value) ?? 0) > 0,
  guidebookId: (value) => !isDate(value),
  language: (value) => /^[a-z]{2}$/i.test(value),
  arrivalDate: isDate,
  departureDate: isDate,
  devices: (value) => (wholeNumber(value) ?? 0) > 0 && (wholeNumber(value) ?? 100) < 100,
  hotel: (value) => !isDate(value),
}

/** Half a point for typical values of the field: codes are distinct, tours repeat. */
const peculiar = (field: GuessedField, nonEmpty: readonly string[]): number => {
  if (nonEmpty.length < 2) return 0
  const share = new Set(nonEmpty).size / nonEmpty.length
  if (field === 'downloadCode') return share === 1 ? 0.5 : 0
  if (field === 'guidebookId') return share < 1 ? 0.5 : 0
  return telling.has(field) ? 0.5 : 0
}

/** Of two date columns with unclear headers, the earlier dates are the arrival. */
const inOrder = (guesses: (GuessedField | null)[], columns: readonly SampleColumn[]): (GuessedField | null)[] => {
  const [arrival, departure] = [guesses.indexOf('arrivalDate'), guesses.indexOf('departureDate')]
  const [first, second] = [columns[arrival]?.values ?? [], columns[departure]?.values ?? []]
  const day = (value: string | undefined): string => {
    const reading = readDate(value ?? '')
    return 'date' in reading ? reading.date : ''
  }
  const pairs = first.map((value, row) => [day(value), day(second[row])] as const).filter(([a, b]) => a && b)
  const isSwapped = pairs.length > 0 && pairs.every(([a, b]) => a > b)
  if (!isSwapped) return guesses
  return guesses.map((guess, index) =>
    index === arrival ? 'departureDate' : index === departure ? 'arrivalDate' : guess,
  )
}
