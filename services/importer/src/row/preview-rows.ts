import { hash } from 'node:crypto'
import { type ImportConfiguration, type ImportRow, operations } from '@guidebook/contracts'
import type { Context } from '../context.ts'
import type { Explanation } from '../explanation.ts'
import type { DecidedRow } from './decide-rows.ts'
import { type RowError, rowErrors } from './row-errors.ts'

/** Concurrent requests to releases. */
const concurrency = 8

export interface PreviewedRow extends Omit<ImportRow, 'errors'> {
  errors: RowError[]
}

/**
 * Download codes for which earlier rows would create or change a release, each with a hash of the last row's request; `null` if it is not known.
 * Rows that would change nothing are not included: after them, the check of a later row is still exact.
 */
export type EarlierRows = Map<number, string | null>

/**
 * Asks releases for the outcome of each row without creating or changing anything. Releases does not know what rows above would do: rows whose code
 * is in `earlier` are compared with it, and it is updated.
 */
export const previewRows = async (
  context: Context,
  configuration: ImportConfiguration,
  rows: readonly DecidedRow[],
  earlier: EarlierRows,
): Promise<PreviewedRow[]> => {
  const decided: PreviewedRow[] = []
  for (let start = 0; start < rows.length; start += concurrency) {
    const group = rows.slice(start, start + concurrency)
    const previewed = await Promise.all(group.map((row) => previewRow(context, configuration, row)))
    for (const [index, row] of previewed.entries()) {
      decided.push(afterEarlierRows(row, group[index]?.request ?? null, configuration, earlier))
    }
  }
  return decided
}

const afterEarlierRows = (
  row: PreviewedRow,
  request: DecidedRow['request'],
  configuration: ImportConfiguration,
  earlier: EarlierRows,
): PreviewedRow => {
  if (request === null || row.status === 'failed') return row
  const { downloadCode } = request
  const before = earlier.get(downloadCode)
  if (before === undefined && row.status === 'unchanged') return row
  const stated = hash('sha256', JSON.stringify(request), 'base64')
  earlier.set(downloadCode, stated)
  if (before === undefined) return row
  return configuration.onExistingCode === 'change'
    ? { ...row, status: stated === before ? 'unchanged' : 'changed' }
    : { ...row, status: 'failed', errors: [codeTaken(configuration, { id: 'row.code-above' })] }
}

const codeTaken = (configuration: ImportConfiguration, explanation: Explanation): RowError => ({
  column: configuration.columns.downloadCode,
  code: 'download-code-taken',
  explanation,
})

const previewRow = async (
  context: Context,
  configuration: ImportConfiguration,
  { row, downloadCode, request, errors }: DecidedRow,
): Promise<PreviewedRow> => {
  const base = { row, downloadCode, link: null }
  if (request === null) return { ...base, status: 'failed', errors }
  const { body } = await context.releases.call(operations.checkRelease, {
    body: { account: request.account, request, onExistingCode: configuration.onExistingCode },
    retry: true,
  })
  return {
    ...base,
    link: body.existing?.link ?? null,
    status: body.status,
    errors: rowErrors(body.faults, configuration),
  }
}
