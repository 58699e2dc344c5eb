/** Imports by mail: runs, rows, mails, release from quarantine. */
import { Readable } from 'node:stream'
import type { ReadableStream as WebStream } from 'node:stream/web'
import { type ImportRow, type ImportRun, operations } from '@guidebook/contracts'
import { findAccount } from '../admin/find.ts'
import { choice, definedFields, positional } from '../arguments.ts'
import { changing, reading } from '../command.ts'
import { saveNewFile } from '../files.ts'
import { type Block, blocks, type Cell, fields, moment, table } from '../output/layout.ts'

/** Page sizes for people. */
const shownRuns = 50
const shownRows = 200

const run = positional('Id of the run')

const stateCell = ({ state }: ImportRun): Cell => ({
  text: state,
  style: ({ completed: 'good', processing: 'warning', failed: 'bad', quarantined: 'bad' } as const)[state],
})

const countsOf = ({ counts }: ImportRun): string =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([status, count]) => `${count} ${status}`)
    .join(', ')

export const list = reading({
  summary: 'List the newest imports of one account or of all, also those of unknown senders',
  args: {
    account: { ...positional('Account, by its id or OID'), required: false },
    state: choice(['quarantined', 'processing', 'completed', 'failed'], 'Only imports in this state'),
  },
  examples: ['guidebook import list --state quarantined', 'guidebook import list ABC'],
  async read({ account: name, state }, session) {
    const account = name === undefined ? undefined : (await findAccount(session, name)).id
    const found = await session.read(operations.findImports, {
      query: { ...definedFields({ account, state }), limit: shownRuns },
    })
    const rows = found.items.map((item): Cell[] => [
      moment(item.receivedAt),
      stateCell(item),
      item.test ? 'test' : null,
      item.sender,
      item.fileName,
      item.reason ?? countsOf(item),
      item.id,
    ])
    const headers = ['RECEIVED', 'STATE', 'TEST', 'SENDER', 'FILE', 'RESULT', 'ID']
    return {
      json: found,
      show: rows.length === 0 ? 'No imports.' : table(headers, rows),
      notes: found.nextCursor === null ? [] : [`Only the newest ${shownRuns} are shown.`],
    }
  },
})

const showRun = (found: ImportRun): Block =>
  fields({
    Id: found.id,
    Account: found.account,
    State: stateCell(found),
    Reason: found.reason,
    Test: found.test,
    Sender: found.sender,
    'Uploaded by': found.uploadedBy,
    Subject: found.subject,
    File: found.fileName,
    Rows: countsOf(found),
    Received: moment(found.receivedAt),
    Finished: moment(found.finishedAt),
  })

const rowStyles = { created: 'good', changed: 'good', unchanged: 'good', pending: 'warning', failed: 'bad' } as const

/** A line for each row, and one for each further fault of the row. */
export const showRows = (rows: readonly ImportRow[]): Block =>
  table(
    ['ROW', 'STATUS', 'CODE', 'RELEASE', 'COLUMN', 'WHY'],
    rows.flatMap(({ row, status, downloadCode, link, errors: [first, ...more] }): Cell[][] => {
      const result = [row, { text: status, style: rowStyles[status] }, downloadCode, link]
      return [
        [...result, first?.column ?? null, first?.message ?? null],
        ...more.map(({ column, message }) => ['', '', '', '', column, message]),
      ]
    }),
  )

export const rows = reading({
  summary: 'Show an import row by row',
  args: {
    run,
    status: choice(['created', 'changed', 'unchanged', 'failed', 'pending'], 'Only rows with this status'),
  },
  examples: ['guidebook import rows 0199… --status failed'],
  async read({ run: id, status }, { read }) {
    const query = { ...definedFields({ status }), limit: shownRows }
    const found = await read(operations.inspectImport, { params: { run: id }, query })
    return {
      json: found,
      show: blocks(showRun(found), found.rows.length === 0 ? null : showRows(found.rows)),
      notes: found.nextCursor === null ? [] : [`Only the first ${shownRows} rows are shown.`],
    }
  },
})

export const mail = reading({
  summary: 'Save the mail of an import as it was received',
  args: { run, file: positional('New file; an existing one is not overwritten') },
  examples: ['guidebook import mail 0199… mail.eml'],
  async read({ run: id, file }, { download }) {
    const content = await download(operations.downloadImportMail, { params: { run: id } })
    const bytes = await saveNewFile(file, Readable.fromWeb(content as WebStream))
    return { json: { run: id, file, bytes }, show: fields({ Saved: file, Bytes: bytes }) }
  },
})

export const release = changing({
  summary: 'Release an import from quarantine: accept its sender and read its files',
  args: { run },
  examples: ['guidebook import release 0199…'],
  async plan({ run: id }, { read, change }) {
    const { state, reason } = await read(operations.inspectImport, { params: { run: id }, query: { limit: 1 } })
    return {
      ...change(operations.releaseImport, { params: { run: id } }, (released) => ({ show: showRun(released) })),
      notes: state === 'quarantined' ? [`Reason of the quarantine: ${reason ?? 'not recorded'}`] : [],
    }
  },
})
