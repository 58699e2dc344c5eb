import type { DateFault } from '../csv/dates.ts'
import type { NumberFault } from '../csv/numbers.ts'
import type { RowFault } from '../csv/row-shape.ts'
import type { UnreadableReason } from '../csv/unreadable.ts'
import type { RefusalReason } from '../mail/refusals.ts'
import type { fileSentences, rowSentences } from '../row/sentences.ts'

type Said<Key extends string> = Readonly<Record<Key, string>>

/**
 * What is said of a file or a row, in one language. `{name}` stands for what is put in. English is what is stored and what the
 * interface says.
 */
export interface Phrases {
  /** Of files in a mail that are no CSV. */
  refusals: Said<RefusalReason>
  unreadable: Said<UnreadableReason>
  files: Said<keyof typeof fileSentences>
  shapes: Said<RowFault>
  rows: Said<keyof typeof rowSentences>
  dates: Said<DateFault>
  numbers: Said<NumberFault>
  releases: Said<keyof typeof releasesSentences>
}

/**
 * What the contract and releases say of the requests that rows become. They are theirs to word: one that they word otherwise is
 * reported in English.
 */
export const releasesSentences = {
  code: 'must be a whole number from 1 to 9007199254740991',
  language: 'must be two lower-case letters',
  devices: 'must be a whole number from 1 to 9999',
  day: 'must be a calendar day, YYYY-MM-DD',
  'too-long': 'must have at most {count} characters',
  'code-taken': 'Another release of the account has this code.',
  'no-guidebook': 'No guidebook of the account has this custom ID.',
  locked: 'The release is locked.',
  'outside-period': 'Must lie within the release period, {start} to {end}.',
  'period-reversed': 'The last day lies before the first.',
  'no-poi': 'No POI of the account matches this reference.',
} as const
