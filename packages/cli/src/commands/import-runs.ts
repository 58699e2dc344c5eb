/** Imports by mail: runs, rows, mails, release from quarantine. */
import { Readable } from 'node:stream'
import type { ReadableStream as WebStream } from 'node:stream/web'
import { type ImportRow, type ImportRun, type ImportRunDetail, operations } from '@guidebook/contracts'
import { findAccount } from '../admin/find-account.ts'
import { request } from '../admin/request.ts'
import { definedFields } from '../arguments.ts'
import { type Argument, changing, reading } from '../command.ts'
import { type Cell, fields, moment, table } from '../output/layout.ts'
import type { Paint } from '../output/paint.ts'
import { saveNewFile } from '../save-new-file.ts'

/** Page sizes for people. */
const shownRuns = 50
const shownRows = 200

const run = { type: 'positional', required: true, description: 'Id of the run' } as const satisfies Argument

const stateColour = (state: ImportRun['state'], paint: Paint) =>
  ({ completed: paint.good, processing: paint.warning, failed: paint.bad, quarantined: paint.bad })[state]

const countsOf = ({ counts }: ImportRun): string =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([status, count]) => `${count} ${status}`)
    .join(', ')

const runRow = (found: ImportRun, paint: Paint): Cell[] => [
  moment(found.receivedAt),
  { text: found.state, paint: stateColour(found.state, paint) },
  found.test ? 'test' : null,
  found.sender,
  found.fileName,
  found.reason ?? countsOf(found),
  found.id,
]

export const list = reading({
  summary: 'List the newest imports of one account or of all, also those of unknown senders',
  args: {
    account: { type: 'positional', required: false, description: 'Account, by its id or OID' },
    state: {
      type: 'enum',
      options: ['quarantined', 'processing', 'completed', 'failed'],
      description: 'Only imports in this state',
    },
  },
  examples: ['guidebook import list --state quarantined', 'guidebook import list ABC'],
  async read({ account, state }, { admin }) {
    const id = account === undefined ? undefined : (await findAccount(admin(), account)).id
    const { body } = await admin().read(operations.findImports, {
      query: { ...definedFields({ account: id, state }), limit: shownRuns },
    })
    return {
      json: body,
      text: (paint) =>
        body.items.length === 0
          ? 'No imports.'
          : table(
              ['RECEIVED', 'STATE', 'TEST', 'SENDER', 'FILE', 'RESULT', 'ID'],
              body.items.map((item) => runRow(item, paint)),
              paint,
            ),
      notes: body.nextCursor === null ? [] : [`Only the newest ${shownRuns} are shown.`],
    }
  },
})

export const runFields = (found: ImportRun, paint: Paint): string =>
  fields(
    [
      ['Id', found.id],
      ['Account', found.account],
      ['State', { text: found.state, paint: stateColour(found.state, paint) }],
      ['Reason', found.reason],
      ['Test', found.test],
      ['Sender', found.sender],
      ['Subject', found.subject],
      ['File', found.fileName],
      ['Rows', countsOf(found)],
      ['Received', moment(found.receivedAt)],
      ['Finished', moment(found.finishedAt)],
    ],
    paint,
  )

/** A line for each row, and one for each further fault of the row. */
export const rowsTable = (rows: readonly ImportRow[], paint: Paint): string =>
  table(
    ['ROW', 'STATUS', 'CODE', 'RELEASE', 'COLUMN', 'WHY'],
    rows.flatMap(({ row, status, downloadCode, link, errors }) => {
      const [first, ...more] = errors
      const colour = { created: paint.good, changed: paint.good, unchanged: paint.good, pending: paint.warning }
      const paintOf = status === 'failed' ? paint.bad : colour[status]
      return [
        [row, { text: status, paint: paintOf }, downloadCode, link, first?.column ?? null, first?.message ?? null],
        ...more.map(({ column, message }): Cell[] => ['', '', '', '', column, message]),
      ] satisfies Cell[][]
    }),
    paint,
  )

const describe = (found: ImportRunDetail, paint: Paint): string =>
  [runFields(found, paint), ...(found.rows.length > 0 ? [rowsTable(found.rows, paint)] : [])].join('\n\n')

export const rows = reading({
  summary: 'Show an import row by row',
  args: {
    run,
    status: {
      type: 'enum',
      options: ['created', 'changed', 'unchanged', 'failed', 'pending'],
      description: 'Only rows with this status',
    },
  },
  examples: ['guidebook import rows 0199… --status failed'],
  async read({ run: id, status }, { admin }) {
    const { body } = await admin().read(operations.inspectImport, {
      params: { run: id },
      query: { ...definedFields({ status }), limit: shownRows },
    })
    return {
      json: body,
      text: (paint) => describe(body, paint),
      notes: body.nextCursor === null ? [] : [`Only the first ${shownRows} rows are shown.`],
    }
  },
})

export const mail = reading({
  summary: 'Save the mail of an import as it was received',
  args: {
    run,
    file: { type: 'positional', required: true, description: 'New file; an existing one is not overwritten' },
  },
  examples: ['guidebook import mail 0199… mail.eml'],
  async read({ run: id, file }, { admin }) {
    const content = await admin().download(operations.downloadImportMail, { params: { run: id } })
    const bytes = await saveNewFile(file, Readable.fromWeb(content as WebStream))
    return {
      json: { run: id, file, bytes },
      text: (paint) =>
        fields(
          [
            ['Saved', file],
            ['Bytes', bytes],
          ],
          paint,
        ),
    }
  },
})

export const release = changing({
  summary: 'Release an import from quarantine: accept its sender and read its files',
  args: { run },
  examples: ['guidebook import release 0199…'],
  async plan({ run: id }, { admin }) {
    const { body: found } = await admin().read(operations.inspectImport, { params: { run: id }, query: { limit: 1 } })
    const change = request(operations.releaseImport, { params: { run: id } })
    return {
      requests: [change],
      notes: found.state === 'quarantined' ? [`Reason of the quarantine: ${found.reason ?? 'not recorded'}`] : [],
      async execute() {
        const { body } = await admin().send(change)
        return { json: body, text: (paint) => runFields(body, paint) }
      },
    }
  },
})
