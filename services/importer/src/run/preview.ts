import { type ImportConfiguration, type ImportRow, operations } from '@guidebook/contracts'
import type { Context } from '../context.ts'
import type { DecidedRow } from './decide-rows.ts'
import type { RowError } from './read-row.ts'
import { rowErrors } from './row-errors.ts'

/** How many rows are asked about at once. */
const atOnce = 8

export interface PreviewedRow {
  row: number
  status: ImportRow['status']
  downloadCode: number | null
  link: string | null
  errors: RowError[]
}

/** Asks releases what would become of each row; nothing is created or changed. */
export const previewRows = async (
  context: Context,
  configuration: ImportConfiguration,
  rows: readonly DecidedRow[],
): Promise<PreviewedRow[]> => {
  const decided: PreviewedRow[] = []
  for (let start = 0; start < rows.length; start += atOnce) {
    const group = rows.slice(start, start + atOnce)
    decided.push(...(await Promise.all(group.map((row) => previewRow(context, configuration, row)))))
  }
  return decided
}

const previewRow = async (
  context: Context,
  configuration: ImportConfiguration,
  { row, downloadCode, request, errors }: DecidedRow,
): Promise<PreviewedRow> => {
  const base = { row, downloadCode, link: null }
  if (request === null) return { ...base, status: 'failed', errors }
  const { body } = await context.releases.call(operations.checkRelease, {
    body: { account: request.account, request },
    retry: true,
  })
  const link = body.existing?.link ?? null
  const applied = body.existing !== null && configuration.onExistingCode === 'change'
  const faults = applied ? body.faults.filter(({ code }) => code !== 'download-code-taken') : body.faults
  if (faults.length > 0) return { ...base, link, status: 'failed', errors: rowErrors(faults, configuration) }
  if (body.existing !== null && !applied) {
    const message = 'A release with this download code exists already.'
    return {
      ...base,
      link,
      status: 'failed',
      errors: [{ column: configuration.columns.downloadCode, code: 'download-code-taken', message }],
    }
  }
  return { ...base, link, status: applied ? 'changed' : 'created', errors: [] }
}
