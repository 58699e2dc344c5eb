import type { ImportRow, ImportRun } from '@guidebook/contracts'
import { inEnglish } from '../explanation.ts'
import { explanationOf, type StoredRowError } from '../row/row-errors.ts'
import { reasonOf } from './queries.ts'
import type { ListedRow, RunWithMail } from './read-queries.ts'

export const presentRun = (run: RunWithMail): ImportRun => {
  const reason = reasonOf(run)
  return {
    id: run.id,
    account: run.account,
    state: run.state,
    test: run.test,
    sender: run.sender,
    subject: run.subject,
    fileName: run.file_name,
    reason: reason && inEnglish(reason),
    dialect: run.dialect,
    counts: {
      created: run.created,
      changed: run.changed,
      unchanged: run.unchanged,
      failed: run.failed,
      pending: run.pending,
    },
    receivedAt: run.received_at.toISOString(),
    finishedAt: run.finished_at?.toISOString() ?? null,
  }
}

export const presentRow = (row: ListedRow): ImportRow => ({
  row: row.row,
  status: row.status,
  downloadCode: row.download_code,
  link: row.link,
  errors: presentErrors(row.errors),
})

export const presentErrors = (errors: readonly StoredRowError[]): ImportRow['errors'] =>
  errors.map((error) => ({ column: error.column, code: error.code, message: inEnglish(explanationOf(error)) }))
