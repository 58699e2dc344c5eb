import type { ImportConfiguration } from '@guidebook/contracts'
import type { Knex } from 'knex'
import type { RowRow } from '../generated/rows.ts'
import type { DecidedRow } from '../row/decide-rows.ts'
import type { PreviewedRow } from '../row/preview-rows.ts'
import type { RunRow } from './queries.ts'

type Success = Pick<RowRow, 'row' | 'download_code' | 'link'>

/** A file that is read for a run, or, without an id, for a preview. */
interface ReadFile extends Pick<RunRow, 'account' | 'file_sha256'> {
  id: string | null
}

/**
 * When the account has sent the same file before, its rows that succeeded the last time are recorded as unchanged, without a command: only the
 * others are tried again. Where rows change existing releases, so are the successes below them with the same code, because the release must end in
 * the state of the last row. Returns the successes that are not tried again and the rest of a batch. The batches before it must be recorded; those of
 * a preview, which records nothing, are `previewed`.
 */
export async function withoutEarlierSuccesses(
  knex: Knex,
  { id, account, file_sha256 }: ReadFile,
  { onExistingCode }: Pick<ImportConfiguration, 'onExistingCode'>,
  rows: readonly DecidedRow[],
  previewed: readonly PreviewedRow[] = [],
): Promise<{ succeeded: PreviewedRow[]; others: DecidedRow[] }> {
  const newest = knex('rows as r')
    .join('runs as u', 'u.id', 'r.run')
    .where({ 'u.account': account, 'u.file_sha256': file_sha256, 'u.test': false })
    .whereBetween('r.row', [rows[0]?.row ?? 0, rows.at(-1)?.row ?? 0])
    .whereNot('r.status', 'pending')
    .distinctOn('r.row')
    // A run that was released from quarantine has an old id, but began later.
    .orderBy([{ column: 'r.row' }, { column: 'u.created_at', order: 'desc' }, { column: 'u.id', order: 'desc' }])
    .select('r.row', 'r.status', 'r.download_code', 'r.link')
  if (id !== null) newest.whereNot('u.id', id)
  const successes: Success[] = await knex
    .from(newest.as('newest'))
    .whereNot('status', 'failed')
    .select('row', 'download_code', 'link')
  const byRow = new Map(successes.map((success) => [success.row, success]))
  const changes = onExistingCode === 'change'
  const retriedAbove = async () => (id === null ? retriedIn(previewed) : await retriedCodes(knex, id, successes))
  const retried = changes ? await retriedAbove() : new Set<number>()
  const succeeded: PreviewedRow[] = []
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

const unchanged = ({ row, download_code, link }: Success): PreviewedRow => ({
  row,
  status: 'unchanged',
  downloadCode: download_code,
  link,
  errors: [],
})

/** The codes with which a row of a preview would be tried again. */
const retriedIn = (previewed: readonly PreviewedRow[]): Set<number> =>
  new Set(
    previewed.flatMap(({ status, downloadCode }) =>
      downloadCode !== null && (status === 'created' || status === 'changed') ? [downloadCode] : [],
    ),
  )

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
