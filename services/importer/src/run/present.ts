import type { ImportRow, ImportRun } from '@guidebook/contracts'
import type { ListedRow, RunWithCounts } from './read-queries.ts'

export const presentRun = (run: RunWithCounts): ImportRun => ({
  id: run.id,
  account: run.account,
  state: run.state,
  test: run.test,
  sender: run.sender,
  subject: run.subject,
  fileName: run.file_name,
  reason: run.reason,
  dialect: run.dialect,
  counts: {
    created: run.counts.created ?? 0,
    changed: run.counts.changed ?? 0,
    unchanged: run.counts.unchanged ?? 0,
    failed: run.counts.failed ?? 0,
    pending: run.counts.pending ?? 0,
  },
  receivedAt: run.received_at.toISOString(),
  finishedAt: run.finished_at?.toISOString() ?? null,
})

export const presentRow = (row: ListedRow): ImportRow => ({
  row: row.row,
  status: row.status,
  downloadCode: row.download_code,
  link: row.link,
  errors: row.errors,
})
