import { interpolate } from '../interpolate.ts'

/** Tells the sender why a file cannot be read as CSV. */
export const unreadableSentences = {
  'no-text': 'The file is not a text: it holds NUL characters.',
  'unknown-encoding':
    'The file’s encoding can’t be told: it is neither UTF-8 nor UTF-16 nor Windows-1252. Save it as “CSV UTF-8”.',
  'unknown-delimiter':
    'The file declares “{declared}” as its delimiter. Save it with a semicolon, comma, tab or bar between the cells.',
  'long-header': 'The header row is longer than 64 kB.',
  empty: 'The file is empty: it has no header row.',
  'repeated-column': 'The header has a column more than once: {columns}. Leave one of each.',
  'open-quote-in-header':
    "The file can't be read to its end: a quoted cell that begins in the header row is never closed.",
  'open-quote': "The file can't be read to its end: a quoted cell that begins in row {row} is never closed.",
  'endless-row':
    "The file can't be read to its end: row {row} is longer than 64 kB, most likely because a quote is never closed.",
  'wide-header': 'The header row has more than 16,384 columns. Leave only those that are needed.',
  'wide-row': 'Row {row} has more than 16,384 cells. Leave only the columns that the header names.',
  'broken-quotes':
    "The file can't be read to its end: too many cells up to row {row} have text behind their closing quotes. Double the quotes within cells.",
  'too-many-rows': 'The file has more than 2,000,000 rows, blank ones included. Split it into several files.',
} as const
export type UnreadableReason = keyof typeof unreadableSentences

/** The file cannot be read as CSV; the message tells its sender where and why. */
export class UnreadableCsvError extends Error {
  override readonly name = 'UnreadableCsvError'
  constructor(reason: UnreadableReason, values: Readonly<Record<string, string | number>> = {}) {
    super(interpolate(unreadableSentences[reason], values))
  }
}
