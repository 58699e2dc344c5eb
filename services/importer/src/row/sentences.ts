/** Why a file was read in part or not at all; see `csv/unreadable.ts` for malformed CSV. */
export const fileSentences = {
  'no-csv': 'The mail holds no CSV file.',
  'not-set-up': 'The import is not set up for this account. Ask our support.',
  'nothing-found': 'Columns are missing: {missing}. Found were: none.',
  'missing-columns': 'Columns are missing: {missing}. Found were: {found}.',
  'same-twice': 'The same file is in the mail twice; it was read once.',
  'same-on-day': 'The same file was imported on {day}; nothing was done again.',
  'same-before': 'The same file was imported before; nothing was done again.',
  'given-up': 'The file could not be read to its end, and support has been told. You may send it again.',
} as const

/** Faults of a row, except those of its dates and numbers. */
export const rowSentences = {
  'empty-cell': 'The cell is empty.',
  reversed: 'The departure lies before the arrival.',
  'nights-outside': 'The nights of this column end on {to}, after the departure on {departure}.',
  'no-such-hotel': 'No item with this ID was found, neither by internal ID nor in the library {library}.',
  'code-above': 'A row above has this download code.',
  'code-taken': 'A release with this download code exists already.',
  'no-answer':
    'No answer came within 15 minutes. The release may still be made later: look for its download code before you send this row again.',
} as const
