import { type MailAttachment, paragraphs } from '@guidebook/service-kit'
import { failedRowsCsv } from '../run/failed-rows.ts'
import type { RunRow, StoredRow } from '../run/queries.ts'
import type { Words } from './words.ts'

/** More failed rows than this are in the attachment only: a mail is read by a person. */
const shownRows = 100

export interface ReportedRun {
  run: Pick<RunRow, 'file_name' | 'test' | 'state' | 'reason' | 'dialect' | 'header'>
  rows: readonly StoredRow[]
}

export interface Report {
  text: string
  html: string
  attachments: MailAttachment[]
}

/** What became of the files of a mail: counts, every failed row with its reasons, and those rows as a file to send again. */
export const composeReport = (words: Words, name: string, runs: readonly ReportedRun[]): Report => {
  const lines = [
    words.greeting(name),
    '',
    ...runs.flatMap((reported) => [...describeRun(words, reported, runs.length), '']),
  ]
  const attachments = runs.flatMap((reported, index) =>
    failedRows(words, reported, runs.length === 1 ? '' : `-${index + 1}`),
  )
  if (attachments.length > 0) lines.push(words.failedAttached)
  return { ...paragraphs(words.lang, lines.join('\n').trimEnd().split('\n\n')), attachments }
}

const describeRun = (words: Words, { run, rows }: ReportedRun, files: number): string[] => {
  const lines: string[] = files > 1 && run.file_name !== null ? [words.file(run.file_name)] : []
  if (run.reason !== null) lines.push(words.notImported(run.reason))
  if (run.test) lines.push(words.test)
  if (rows.length === 0) return lines
  const count = (status: StoredRow['status']) => rows.filter((row) => row.status === status).length
  const failed = rows.filter(({ status }) => status === 'failed')
  if (failed.length === 0 && run.reason === null) lines.push(words.allGood(rows.length))
  lines.push(
    words.counts({
      created: count('created'),
      changed: count('changed'),
      unchanged: count('unchanged'),
      failed: failed.length,
    }),
  )
  for (const row of failed.slice(0, shownRows)) {
    for (const { column, message } of row.errors) lines.push(words.row(row.row, column, message))
  }
  if (failed.length > shownRows) lines.push('…')
  if (run.dialect !== null) lines.push('', words.dialect(run.dialect))
  return lines
}

const failedRows = (words: Words, { run, rows }: ReportedRun, suffix: string): MailAttachment[] => {
  const failed = rows.filter(({ status }) => status === 'failed')
  if (failed.length === 0 || run.header === null || run.dialect === null) return []
  const content = failedRowsCsv(
    run.header,
    failed.map(({ cells }) => cells),
    run.dialect,
  )
  return [{ filename: `${words.failedFile}${suffix}.csv`, contentType: 'text/csv', content }]
}
