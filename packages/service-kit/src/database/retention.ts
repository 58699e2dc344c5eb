import type { Knex } from 'knex'

/** Which rows of a table expire, and when. */
export interface RetentionRule {
  table: string
  /** How long rows are kept, milliseconds; null: forever. */
  keepMs: number | null
  /**
   * SQL that selects and locks the `ctid` of at most `:batch` rows older than `expiry`. It must read an index and not the table: it runs every ten
   * minutes.
   */
  expired: string
}

/** Rows deleted by one statement: their locks last for milliseconds. */
const batch = 1_000

const dayMs = 24 * 60 * 60 * 1_000

/** The days as milliseconds. */
export const days = (count: number): number => count * dayMs

/** The instant before which rows expire, in SQL. */
export const expiry = `(cast(:now as timestamptz) - :keepMs * interval '1 millisecond')`

/** A rule for rows that expire by one of their columns, which needs an index. Rows that do not fulfil the condition stay. */
export const retentionRule = (
  table: string,
  { time, keepMs, condition = 'true' }: { time: string; keepMs: number | null; condition?: string },
): RetentionRule => ({
  table,
  keepMs,
  expired: `SELECT ctid FROM ${table} WHERE ${time} < ${expiry} AND (${condition}) ORDER BY ${time}
    LIMIT :batch FOR UPDATE SKIP LOCKED`,
})

/**
 * The statement that deletes one batch. The array is computed first, so the rows are fetched by their `ctid`; as a join, PostgreSQL might read the
 * whole table.
 */
export const deleteExpired = ({ table, expired }: RetentionRule): string =>
  `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(${expired}))`

interface SweepOptions {
  now?: Date
  deleted?: Map<string, number>
  signal?: AbortSignal
}

/**
 * Deletes one batch of each rule. Returns the number of deleted rows by table; adds them to `deleted`, also before it throws. A rule that fails does
 * not keep the others from running; errors are thrown at the end.
 */
export async function sweepRows(
  knex: Knex,
  rules: readonly RetentionRule[],
  { now = new Date(), deleted = new Map(), signal }: SweepOptions = {},
): Promise<Map<string, number>> {
  const failures: unknown[] = []
  for (const rule of rules) {
    if (signal?.aborted) break
    if (rule.keepMs === null) continue
    try {
      const { rowCount } = await knex.raw(deleteExpired(rule), { now, keepMs: rule.keepMs, batch })
      if (rowCount > 0) deleted.set(rule.table, rowCount)
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 1) throw new AggregateError(failures, `${failures.length} rules of retention failed`)
  if (failures.length === 1) throw failures[0]
  return deleted
}
