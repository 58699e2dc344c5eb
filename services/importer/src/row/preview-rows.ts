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
 * Asks releases for the outcome of each row without creating or changing anything. `codes` collects the download codes of releases that earlier rows
 * would create: a later row with the same code would find the release.
 */
export const previewRows = async (
  context: Context,
  configuration: ImportConfiguration,
  rows: readonly DecidedRow[],
  codes: Set<number>,
): Promise<PreviewedRow[]> => {
  const decided: PreviewedRow[] = []
  for (let start = 0; start < rows.length; start += concurrency) {
    const group = rows.slice(start, start + concurrency)
    const previewed = await Promise.all(group.map((row) => previewRow(context, configuration, row)))
    decided.push(...previewed.map((row) => afterEarlierRows(row, configuration, codes)))
  }
  return decided
}

const afterEarlierRows = (row: PreviewedRow, configuration: ImportConfiguration, codes: Set<number>): PreviewedRow => {
  const { downloadCode, status } = row
  if (downloadCode === null || status !== 'created') return row
  const repeats = codes.has(downloadCode)
  codes.add(downloadCode)
  if (!repeats) return row
  return configuration.onExistingCode === 'change'
    ? { ...row, status: 'changed' }
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
