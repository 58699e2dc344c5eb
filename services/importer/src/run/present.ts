import type { ImportRow, ImportRun } from '@guidebook/contracts'
import type { Explain } from '../explanation.ts'
import { explanationOf, type StoredRowError } from '../row/row-errors.ts'
import { type ListedRow, type RunWithMail, reasonOf } from './queries.ts'

export const presentRun = (run: RunWithMail, explain: Explain): ImportRun => {
  const { id, account, shown_state: state, test, sender, subject, dialect } = run
  const { created, changed, unchanged, failed, pending } = run
  const reason = state === 'processing' ? null : reasonOf(run)
  return {
    id,
    account,
    state,
    test,
    sender,
    uploadedBy: run.uploaded_by,
    subject,
    fileName: run.file_name,
    reason: reason && explain(reason),
    dialect,
    counts: { created, changed, unchanged, failed, pending },
    receivedAt: run.received_at.toISOString(),
    finishedAt: run.finished_at?.toISOString() ?? null,
  }
}

export const presentRow = ({ row, status, download_code, link, errors }: ListedRow, explain: Explain): ImportRow => ({
  row,
  status,
  downloadCode: download_code,
  link,
  errors: presentErrors(errors, explain),
})

export const presentErrors = (errors: readonly StoredRowError[], explain: Explain): ImportRow['errors'] =>
  errors.map((error) => ({ column: error.column, code: error.code, message: explain(explanationOf(error)) }))
