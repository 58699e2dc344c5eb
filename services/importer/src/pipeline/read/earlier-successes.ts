import type { Knex } from 'knex'
import type { RowRow } from '../../generated/rows.ts'
import type { DecidedRow } from '../../row/decide-rows.ts'
import type { RunRow } from '../../run/queries.ts'
import type { RecordedRow } from './record-queries.ts'

type Success = Pick<RowRow, 'row' | 'download_code' | 'link'>

/**
 * When the account has sent the same file before, its rows that succeeded then are recorded as unchanged, without a command: only the others are
 * tried again. Returns them and the rest of a batch.
 */
export async function withoutEarlierSuccesses(
  knex: Knex,
  { id, account, file_sha256 }: RunRow,
  rows: readonly DecidedRow[],
): Promise<{ succeeded: RecordedRow[]; others: DecidedRow[] }> {
  const successes: Success[] = await knex('rows as r')
    .join('runs as u', 'u.id', 'r.run')
    .where({ 'u.account': account, 'u.file_sha256': file_sha256, 'u.test': false })
    .whereNot('u.id', id)
    .whereBetween('r.row', [rows[0]?.row ?? 0, rows.at(-1)?.row ?? 0])
    .whereIn('r.status', ['created', 'changed', 'unchanged'])
    .select('r.row', 'r.download_code', 'r.link')
  const byRow = new Map(successes.map((success) => [success.row, success]))
  const succeeded = [...byRow.values()].map(({ row, download_code, link }) => ({
    row,
    status: 'unchanged' as const,
    downloadCode: download_code,
    link,
    errors: [],
    command: null,
    request: null,
    cells: [],
  }))
  return { succeeded, others: rows.filter(({ row }) => !byRow.has(row)) }
}
