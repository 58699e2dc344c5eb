/** Tries a sample file: guesses a configuration from it, or previews its import. */
import { Readable } from 'node:stream'
import { type ImportPreview, operations } from '@guidebook/contracts'
import { findAccount } from '../admin/find.ts'
import { accountArgument, definedFields, option, positional } from '../arguments.ts'
import { reading } from '../command.ts'
import { exitCodes } from '../command-error.ts'
import { saveNewFile } from '../files.ts'
import { type Block, blocks, fields, section, table } from '../output/layout.ts'
import { showConfiguration } from './import-configuration.ts'
import { showRows } from './import-runs.ts'

const file = positional('A CSV file; - reads standard input')

const showDialect = ({ encoding, delimiter, dateFormat }: ImportPreview['dialect']): Block =>
  fields({
    Encoding: encoding,
    Delimiter: delimiter === '\t' ? 'tab' : delimiter,
    Dates: dateFormat ?? 'detected',
  })

export const guess = reading({
  summary: 'Guess an import configuration from a sample file; nothing is stored',
  args: {
    account: accountArgument,
    file,
    library: option('id', 'Library of the items in the hotel columns'),
    save: option('file', 'New file for the configuration, to correct and set'),
  },
  examples: ['guidebook import guess ABC sample.csv --library HOTELS --save import.json'],
  async read({ account, file: path, library, save }, session) {
    const { id, oid } = await findAccount(session, account)
    const guessed = await session.read(operations.guessAccountImport, {
      params: { account_id: id },
      query: definedFields({ library }),
      body: await session.readBytes(path),
    })
    const { dialect, columns, configuration, notes } = guessed
    const show = blocks(
      showDialect(dialect),
      table(
        ['COLUMN', 'FIELD', 'EXAMPLES'],
        columns.map(({ header, field, examples }) => [header, field, examples.join(', ')]),
      ),
      configuration && section('Configuration', showConfiguration(configuration)),
    )
    const result = { json: guessed, show, notes }
    if (save === undefined) return result
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
  async read({ account, file: path }, session) {
    const params = { account_id: (await findAccount(session, account)).id }
    const body = await session.readBytes(path)
    const preview = await session.read(operations.previewAccountImport, { params, body })
    const { dialect, rows, complete } = preview
    return {
      json: preview,
      show:
        rows.length === 0 ? 'The file has no rows.' : blocks(showDialect(dialect), showRows(rows), countedBy(preview)),
      notes: complete ? [] : [`Only the first ${rows.length} rows are shown.`],
    }
  },
})
