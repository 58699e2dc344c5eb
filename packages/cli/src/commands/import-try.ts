/** Tries a sample file: guesses a configuration from it, or previews its import. */
import { Readable } from 'node:stream'
import { type ImportGuess, type ImportPreview, operations } from '@guidebook/contracts'
import { findAccount } from '../admin/find-account.ts'
import { accountArgument, definedFields } from '../arguments.ts'
import { type Argument, reading } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { fields, section, table } from '../output/layout.ts'
import type { Paint } from '../output/paint.ts'
import { saveNewFile } from '../save-new-file.ts'
import { showConfiguration } from './import-configuration.ts'
import { rowsTable } from './import-runs.ts'

const file = {
  type: 'positional',
  required: true,
  description: 'A CSV file; - reads standard input',
} as const satisfies Argument

const delimiters: Readonly<Record<string, string>> = { '\t': 'tab' }

const dialectFields = ({ dialect }: Pick<ImportPreview, 'dialect'>, paint: Paint): string =>
  fields(
    [
      ['Encoding', dialect.encoding],
      ['Delimiter', delimiters[dialect.delimiter] ?? dialect.delimiter],
      ['Dates', dialect.dateFormat ?? 'detected'],
    ],
    paint,
  )

const describeGuess = (guess: ImportGuess, paint: Paint): string =>
  [
    dialectFields(guess, paint),
    table(
      ['COLUMN', 'FIELD', 'EXAMPLES'],
      guess.columns.map(({ header, field, examples }) => [header, field, examples.join(', ')]),
      paint,
    ),
    ...(guess.configuration === null
      ? []
      : [section('Configuration', showConfiguration(guess.configuration, paint), paint)]),
  ].join('\n\n')

export const guess = reading({
  summary: 'Guess an import configuration from a sample file; nothing is stored',
  args: {
    account: accountArgument,
    file,
    library: { type: 'string', valueHint: 'id', description: 'Library of the items in the hotel columns' },
    save: { type: 'string', valueHint: 'file', description: 'New file for the configuration, to correct and set' },
  },
  examples: ['guidebook import guess ABC sample.csv --library HOTELS --save import.json'],
  async read({ account, file: path, library, save }, { admin, readBytes }) {
    const { id, oid } = await findAccount(admin(), account)
    const { body } = await admin().read(operations.guessAccountImport, {
      params: { account_id: id },
      query: definedFields({ library }),
      body: await readBytes(path),
    })
    const result = { json: body, text: (paint: Paint) => describeGuess(body, paint), notes: body.notes }
    if (save === undefined) return result
    const { configuration, notes } = body
    if (configuration === null) {
      return { ...result, notes: [...notes, 'Nothing was saved: columns are missing.'], exitCode: exitCodes.failed }
    }
    await saveNewFile(save, Readable.from([`${JSON.stringify(configuration, null, 2)}\n`]))
    return { ...result, notes: [...notes, `Correct ${save}, then run "guidebook import set ${oid} ${save}".`] }
  },
})

const countedBy = ({ rows }: ImportPreview): string =>
  [...Map.groupBy(rows, ({ status }) => status)].map(([status, some]) => `${some.length} ${status}`).join(', ')

export const tryFile = reading({
  summary: 'Preview the import of a file, row by row; nothing is created or changed',
  args: { account: accountArgument, file },
  examples: ['guidebook import try ABC sample.csv'],
  async read({ account, file: path }, { admin, readBytes }) {
    const { id } = await findAccount(admin(), account)
    const { body } = await admin().read(operations.previewAccountImport, {
      params: { account_id: id },
      body: await readBytes(path),
    })
    return {
      json: body,
      text: (paint) =>
        body.rows.length === 0
          ? 'The file has no rows.'
          : [dialectFields(body, paint), rowsTable(body.rows, paint), countedBy(body)].join('\n\n'),
      notes: body.complete ? [] : [`Only the first ${body.rows.length} rows are shown.`],
    }
  },
})
