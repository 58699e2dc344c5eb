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
  /**
   * SQL of the first `:batch` old rows after the time `:after`: their `ctid` as `place`, and their time as `instant`. A rule that has it looks at
   * no other rows in one batch; its `expired` selects from `piece`.
   */
  piece?: string
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
 * The same for a table where many old rows do not fulfil the condition: each batch looks only at the next thousand old rows (and further ones of the
 * same instant), so that no statement reads all rows that stay.
 */
export const piecewiseRule = (
  table: string,
  { time, keepMs, condition }: { time: string; keepMs: number | null; condition: string },
): RetentionRule => ({
  table,
  keepMs,
  expired: `SELECT ctid FROM ${table} WHERE ctid = ANY (ARRAY(SELECT place FROM piece)) AND (${condition})
    FOR UPDATE SKIP LOCKED`,
  piece: `SELECT ctid AS place, ${time} AS instant FROM ${table}
    WHERE ${time} > cast(:after as timestamptz) AND ${time} < ${expiry}
    ORDER BY ${time} FETCH FIRST :batch ROWS WITH TIES`,
})

/**
 * The statement that deletes one batch. The array is computed first, so the rows are fetched by their `ctid`; as a join, PostgreSQL might read the
 * whole table. With a piece it returns the number of deleted rows and the last time in the piece, null when there are no more rows.
 */
export const deleteExpired = ({ table, expired, piece }: RetentionRule): string => {
  const deletion = `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(${expired}))`
  if (piece === undefined) return deletion
  return `WITH piece AS (${piece}), deleted AS (${deletion} RETURNING 1)
    SELECT (SELECT count(*) FROM deleted) AS count, cast(max(instant) as text) AS last FROM piece`
}

interface SweepOptions {
  now?: Date
  deleted?: Map<string, number>
  /** For rules with pieces, by table: the last time that the current pass has looked at. Absent: the next batch begins a pass. */
  passes?: Map<string, string>
  signal?: AbortSignal
}

/**
 * Deletes one batch of each rule. Returns the number of deleted rows by table; adds them to `deleted`, also before it throws. A rule that fails does
 * not keep the others from running; errors are thrown at the end.
 */
export async function sweepRows(
  knex: Knex,
  rules: readonly RetentionRule[],
  { now = new Date(), deleted = new Map(), passes = new Map(), signal }: SweepOptions = {},
): Promise<Map<string, number>> {
  const failures: unknown[] = []
  for (const rule of rules) {
    if (signal?.aborted) break
    if (rule.keepMs === null) continue
    try {
      const after = passes.get(rule.table) ?? '-infinity'
      const { rowCount, rows } = await knex.raw(deleteExpired(rule), { now, keepMs: rule.keepMs, batch, after })
      const { count, last } = rule.piece === undefined ? { count: rowCount, last: null } : rows[0]
      if (count > 0) deleted.set(rule.table, count)
      if (last === null) passes.delete(rule.table)
      else passes.set(rule.table, last)
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 1) throw new AggregateError(failures, `${failures.length} rules of retention failed`)
  if (failures.length === 1) throw failures[0]
  return deleted
}
