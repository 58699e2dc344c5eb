import type { Knex } from 'knex'

/** Which rows of a table expire, and when. */
export interface RetentionRule {
  table: string
  /** How long rows are kept, milliseconds; null: for ever. */
  keepMs: number | null
  /**
   * SQL that selects and locks the `ctid` of at most `:batch` rows older than `:before`. It must read an index and not the table: it runs every
   * ten minutes.
   */
  expired: string
}

/** Rows deleted by one statement: their locks last for milliseconds. */
const batch = 1_000

const dayMs = 24 * 60 * 60 * 1_000

/** The days as milliseconds. */
export const days = (count: number): number => count * dayMs

/** Expired rows by a time of their own, which needs an index that begins with it. Rows that do not fulfil the condition stay. */
export const olderThan = (table: string, time: string, condition = 'true'): string =>
  `SELECT ctid FROM ${table} WHERE ${time} < :before AND (${condition}) ORDER BY ${time} LIMIT :batch FOR UPDATE SKIP LOCKED`

/** A rule for rows that expire by a time of their own. */
export const retentionRule = (
  table: string,
  { time, keepMs, condition }: { time: string; keepMs: number | null; condition?: string },
): RetentionRule => ({ table, keepMs, expired: olderThan(table, time, condition) })

/**
 * The statement that deletes one batch. The array is computed first, so the rows are fetched by their `ctid`; as a join, PostgreSQL might read the
 * whole table.
 */
export const deleteExpired = ({ table, expired }: RetentionRule): string =>
  `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(${expired}))`

/** Deletes one batch of each rule. Returns the number of deleted rows by table. */
export async function sweepRows(
  knex: Knex,
  rules: readonly RetentionRule[],
  { now = new Date(), signal }: { now?: Date; signal?: AbortSignal } = {},
): Promise<Map<string, number>> {
  const deleted = new Map<string, number>()
  for (const rule of rules) {
    if (signal?.aborted) break
    if (rule.keepMs === null) continue
    const before = new Date(now.getTime() - rule.keepMs)
    const { rowCount } = await knex.raw(deleteExpired(rule), { before, batch })
    if (rowCount > 0) deleted.set(rule.table, (deleted.get(rule.table) ?? 0) + rowCount)
  }
  return deleted
}
