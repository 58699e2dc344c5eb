/** CSV imports: their configuration, runs and rows. */
import { type Static, Type } from 'typebox'
import type { FieldRule } from '../field-rules.ts'
import examples from './examples.json' with { type: 'json' }
import { email, instant } from './fields.ts'
import { accountId, customId, internalId } from './identifiers.ts'
import { closed, nullable, oneOf, pageQuery, text } from './shape.ts'

const header = text(200, { minLength: 1, description: 'Name of a column, as in the header row.' })
const nightOfStay = Type.Integer({ minimum: 1, maximum: 366, description: 'Day of the stay, from 1.' })

/** A keyword or an object. Declared by its types, so that a fault is a single readable message. */
const nights = Type.Unsafe<'stay' | { from: number; to: number }>({
  type: ['string', 'object'],
  pattern: '^stay$',
  properties: { from: nightOfStay, to: nightOfStay },
  required: ['from', 'to'],
  additionalProperties: false,
  fault: 'stay-days' satisfies FieldRule,
  description: '`stay` for the whole stay, or the first and last day, counted from 1.',
})

export const onExistingCode = oneOf(['report', 'change'])

/** Fields that every booking list must have. */
export const requiredFields = [
  'downloadCode',
  'guidebookId',
  'language',
  'arrivalDate',
  'departureDate',
  'devices',
] as const
export type RequiredField = (typeof requiredFields)[number]

export const importConfiguration = closed(
  {
    senders: Type.Array(email, { minItems: 1, maxItems: 100 }),
    columns: closed(
      Object.fromEntries(requiredFields.map((field) => [field, header])) as Record<RequiredField, typeof header>,
    ),
    hotelColumns: Type.Optional(
      Type.Array(closed({ header, library: customId, nights: Type.Optional(nights) }), { maxItems: 100 }),
    ),
    period: closed({
      daysBeforeArrival: Type.Integer({ minimum: 0, maximum: 3650 }),
      daysAfterDeparture: Type.Integer({ minimum: 0, maximum: 3650 }),
    }),
    format: Type.Optional(
      closed({
        delimiter: Type.Optional(oneOf([',', ';', '\t', '|'])),
        encoding: Type.Optional(oneOf(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'])),
        dateFormat: Type.Optional(
          oneOf(['YYYY-MM-DD', 'DD.MM.YYYY', 'DD/MM/YYYY', 'MM/DD/YYYY', 'DD-MM-YYYY', 'YYYYMMDD']),
        ),
      }),
    ),
    onExistingCode,
  },
  { title: 'ImportConfiguration', examples: [examples.importConfiguration] },
)
export type ImportConfiguration = Static<typeof importConfiguration>

/** In which language a text is. */
const inLanguages = 'In the language of `Accept-Language`: de, en, es, fr, it or nl; English without it and for others.'

export const importRow = closed(
  {
    row: Type.Integer({ minimum: 1, description: 'Number of the row below the header, from 1.' }),
    status: oneOf(['created', 'changed', 'unchanged', 'failed', 'pending']),
    downloadCode: nullable(Type.Integer()),
    link: nullable(Type.String()),
    errors: Type.Array(
      closed({
        column: nullable(Type.String()),
        code: Type.String(),
        message: Type.String({ description: `The reason, for people. ${inLanguages}` }),
      }),
    ),
  },
  { title: 'ImportRow' },
)
export type ImportRow = Static<typeof importRow>

export const dialect = closed(
  {
    encoding: Type.String(),
    delimiter: Type.String(),
    quote: nullable(Type.String()),
    dateFormat: nullable(Type.String()),
  },
  { title: 'CsvDialect', description: 'How the file was read: detected, or as the configuration says.' },
)

const runFields = {
  id: internalId,
  account: nullable(accountId),
  state: oneOf(['quarantined', 'processing', 'completed', 'failed']),
  test: Type.Boolean({
    description: 'A mail with TEST in its subject, or an upload with `test`: rows are checked, not applied.',
  }),
  sender: nullable(Type.String({ description: 'Who mailed the file, or gets the report on an upload.' })),
  uploadedBy: nullable(
    Type.String({ description: 'Who uploaded the file, as in audit logs; null for a file by mail.' }),
  ),
  subject: nullable(Type.String()),
  fileName: nullable(Type.String()),
  reason: nullable(Type.String({ description: `Why it is in quarantine or failed. ${inLanguages}` })),
  dialect: nullable(dialect),
  counts: closed({
    created: Type.Integer(),
    changed: Type.Integer(),
    unchanged: Type.Integer(),
    failed: Type.Integer(),
    pending: Type.Integer(),
  }),
  receivedAt: instant,
  finishedAt: nullable(instant),
}

export const importRun = closed(runFields, { title: 'ImportRun' })
export type ImportRun = Static<typeof importRun>

export const importRunDetail = closed(
  {
    ...runFields,
    rows: Type.Array(importRow),
    nextCursor: nullable(Type.String({ description: 'For the next page of rows; null on the last one.' })),
  },
  { title: 'ImportRunDetail' },
)
export type ImportRunDetail = Static<typeof importRunDetail>

/** Query of an upload. */
export const importUpload = closed({
  fileName: Type.Optional(
    text(255, { minLength: 1, description: 'Name of the file, for the list of imports and the report.' }),
  ),
  test: Type.Optional(
    Type.Boolean({
      description: 'Check the rows, as for a mail with TEST in its subject. Nothing is created or changed.',
    }),
  ),
})

/** Filter of a list of runs. */
export const importFilter = closed({ ...pageQuery, state: Type.Optional(runFields.state) })
/** Filter of the runs of all accounts. Runs of unknown senders belong to no account. */
export const importSearch = closed({
  ...importFilter.properties,
  account: Type.Optional(accountId),
  sender: Type.Optional({ ...email, description: 'Only mails of this sender.' } as typeof email),
})
/** Filter of the rows of a run. */
export const importRowFilter = closed({ ...pageQuery, status: Type.Optional(importRow.properties.status) })

/** Number of rows in a preview. Each needs a check, and a person waits for the result. */
export const previewedRows = 1000

export const importPreview = closed(
  {
    dialect,
    rows: Type.Array(importRow, { description: `The first ${previewedRows} rows.` }),
    complete: Type.Boolean({ description: 'Whether these are all rows of the file.' }),
  },
  { title: 'ImportPreview' },
)
export type ImportPreview = Static<typeof importPreview>

/** `library`: the library of the hotels in a sample file. */
export const importGuessQuery = closed({
  library: Type.Optional(customId),
})

const guessedField = oneOf([...requiredFields, 'hotel'])

export const importGuess = closed(
  {
    dialect,
    columns: Type.Array(
      closed({
        header: Type.String(),
        field: nullable(guessedField),
        examples: Type.Array(Type.String(), { description: 'The first distinct values.' }),
      }),
      { description: 'Every column of the file, with the guessed field.' },
    ),
    missing: Type.Array(oneOf(requiredFields), { description: 'Fields for which no column was found.' }),
    notes: Type.Array(Type.String(), { description: 'Points that a person must decide or check.' }),
    configuration: nullable(importConfiguration),
  },
  { description: 'A guess how to read a sample file; `configuration` is null while fields are missing.' },
)
export type ImportGuess = Static<typeof importGuess>
