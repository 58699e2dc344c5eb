import type { operations, QueryOf } from '@guidebook/contracts'
import { type BoundedRow, limitPageBytes } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import { type FullRelease, type FullRow, joinParties, selectFull, toFullRelease } from './queries.ts'

export type ListFilter = Omit<QueryOf<typeof operations.listReleases>, 'cursor' | 'limit'>

/** Conditions over `r`, with their values in order. */
interface Condition {
  sql: string
  values: readonly (string | number)[]
}

/**
 * Releases that the account operates or sells, newest first, from below the number `before`. Each way is read by its own index and
 * only as far as the page needs; a page of large records ends early.
 */
export async function listReleases(
  knex: Knex,
  account: string,
  filter: ListFilter,
  { before, limit, today }: { before: number | null; limit: number; today: string },
): Promise<(FullRelease & BoundedRow)[]> {
  const conditions = conditionsOf(filter, account, today)
  if (before !== null) conditions.push({ sql: 'r.id < ?', values: [before] })
  const sql = conditions.map((condition) => ` AND ${condition.sql}`).join('')
  const values = conditions.flatMap((condition) => condition.values)
  const page = (owner: 'account' | 'seller') =>
    `(SELECT r.* FROM releases r WHERE r.${owner} = ? AND r.revoked_at IS NULL${sql} ORDER BY r.id DESC LIMIT ?)`
  const { rows } = await knex.raw(
    limitPageBytes(
      `SELECT ${selectFull}, r.text_bytes AS bytes
        FROM (${page('account')} UNION ALL ${page('seller')}) r ${joinParties} ORDER BY r.id DESC LIMIT ?`,
      'id DESC',
    ),
    [account, ...values, limit, account, ...values, limit, limit],
  )
  return (rows as (FullRow & BoundedRow)[]).map(({ hasNext, ...row }) => ({ ...toFullRelease(row), hasNext }))
}

function conditionsOf({ downloadCode, from, to, state, q }: ListFilter, account: string, today: string): Condition[] {
  const conditions: Condition[] = []
  const add = (sql: string, ...values: (string | number)[]) => conditions.push({ sql, values })
  if (downloadCode !== undefined) {
    // One code names one release within an account, whether it operates or sells it.
    const named = 'SELECT operator, release_id FROM download_codes WHERE account = ? AND code = ?'
    add(`(r.account, r.id) IN (${named})`, account, downloadCode)
  }
  if (from !== undefined) add('r.end_date >= ?', from)
  if (to !== undefined) add('r.start_date <= ?', to)
  if (state === 'disabled') add('r.disabled')
  if (state === 'upcoming') add('NOT r.disabled AND r.start_date > ?', today)
  if (state === 'active') add('NOT r.disabled AND ?::date BETWEEN r.start_date AND r.end_date', today)
  if (state === 'ended') add('NOT r.disabled AND r.end_date < ?', today)
  for (const word of (q ?? '').split(/\s+/).filter((part) => part !== '')) {
    const pattern = word.replaceAll(/[\\%_]/g, '\\$&')
    add(
      '(r.title ILIKE ? OR r.download_code::text LIKE ? OR r.seller_download_code::text LIKE ?)',
      `%${pattern}%`,
      `${pattern}%`,
      `${pattern}%`,
    )
  }
  return conditions
}
