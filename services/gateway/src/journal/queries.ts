import type { JournalEntry } from '@guidebook/contracts'
import type { Knex } from 'knex'

export interface JournalRow extends JournalEntry {
  requestId: string
}

export const createJournalQueries = (knex: Knex) => ({
  /** Inserts many rows in one statement. */
  async insert(rows: readonly JournalRow[]): Promise<void> {
    await knex.raw(
      `INSERT INTO requests (request_id, at, account, key_prefix, method, operation, path, status, duration_ms)
         SELECT * FROM json_to_recordset(?::json) AS row("requestId" text, at timestamptz, account uuid,
           "keyPrefix" text, method text, operation text, path text, status integer, "durationMs" integer)`,
      [JSON.stringify(rows)],
    )
  },

  async find(requestId: string): Promise<JournalEntry[]> {
    const rows = await knex('requests').where('request_id', requestId).orderBy('at').limit(100)
    return rows.map((row) => ({
      at: row.at.toISOString(),
      account: row.account,
      keyPrefix: row.key_prefix,
      method: row.method,
      operation: row.operation,
      path: row.path,
      status: row.status,
      durationMs: row.duration_ms,
    }))
  },

  /** Deletes a bounded number of rows older than the day. Returns the number of rows. */
  async forgetBefore(day: Date): Promise<number> {
    const { rowCount } = await knex.raw(
      'DELETE FROM requests WHERE ctid IN (SELECT ctid FROM requests WHERE at < ? LIMIT 5000)',
      [day],
    )
    return rowCount
  },
})
