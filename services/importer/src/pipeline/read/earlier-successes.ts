import type { ImportConfiguration } from '@guidebook/contracts'
import type { Knex } from 'knex'
import type { RowRow } from '../../generated/rows.ts'
import type { DecidedRow } from '../../row/decide-rows.ts'
import type { RunRow } from '../../run/queries.ts'
import type { RecordedRow } from './record-queries.ts'

type Success = Pick<RowRow, 'row' | 'download_code' | 'link'>

/**
 * When the account has sent the same file before, its rows that succeeded the last time are recorded as unchanged, without a command: only the
 * others are tried again. Where rows change existing releases, so are the successes below them with the same code, because the release must end in
 * the state of the last row. Returns the successes that are not tried again and the rest of a batch. The batches before it must be recorded.
 */
export async function withoutEarlierSuccesses(
  knex: Knex,
  { id, account, file_sha256 }: RunRow,
  { onExistingCode }: Pick<ImportConfiguration, 'onExistingCode'>,
  rows: readonly DecidedRow[],
): Promise<{ succeeded: RecordedRow[]; others: DecidedRow[] }> {
  const newest = knex('rows as r')
    .join('runs as u', 'u.id', 'r.run')
    .where({ 'u.account': account, 'u.file_sha256': file_sha256, 'u.test': false })
    .whereNot('u.id', id)
    .whereBetween('r.row', [rows[0]?.row ?? 0, rows.at(-1)?.row ?? 0])
    .whereNot('r.status', 'pending')
    .distinctOn('r.row')
    // A run that was released from quarantine has an old id, but began later.
    .orderBy([{ column: 'r.row' }, { column: 'u.created_at', order: 'desc' }, { column: 'u.id', order: 'desc' }])
    .select('r.row', 'r.status', 'r.download_code', 'r.link')
  const successes: Success[] = await knex
    .from(newest.as('newest'))
    .whereNot('status', 'failed')
    .select('row', 'download_code', 'link')
  const byRow = new Map(successes.map((success) => [success.row, success]))
  const changes = onExistingCode === 'change'
  const retried = changes ? await retriedCodes(knex, id, successes) : new Set<number>()
  const succeeded: RecordedRow[] = []
  const others: DecidedRow[] = []
  for (const row of rows) {
    const success = byRow.get(row.row)
    if (success !== undefined && !(success.download_code !== null && retried.has(success.download_code))) {
      succeeded.push(unchanged(success))
      continue
    }
    others.push(row)
    if (changes && row.request !== null && row.downloadCode !== null) retried.add(row.downloadCode)
  }
  return { succeeded, others }
}

const unchanged = ({ row, download_code, link }: Success): RecordedRow => ({
  row,
  status: 'unchanged',
  downloadCode: download_code,
  link,
  errors: [],
  command: null,
  request: null,
  cells: [],
})

/** Those of the codes of the successes with which a recorded row of the run is tried again, or would be in a test. */
const retriedCodes = async (knex: Knex, run: string, successes: readonly Success[]): Promise<Set<number>> => {
  if (successes.length === 0) return new Set()
  const codes: number[] = await knex('rows')
    .where({ run })
    .whereRaw('download_code = any(:codes::bigint[])', { codes: successes.map((success) => success.download_code) })
    .where((row) => row.whereNotNull('command').orWhereIn('status', ['created', 'changed']))
    .pluck('download_code')
  return new Set(codes)
}
