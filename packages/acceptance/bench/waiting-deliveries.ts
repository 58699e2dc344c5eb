import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Description } from '../src/running-system.ts'

export interface WaitingDeliveries extends AsyncDisposable {
  /** Inserts deliveries that are due now, with the same body, for the accounts in turn. */
  insert(accounts: readonly string[], count: number, body: string): Promise<void>
  /** Resolves when none is pending. */
  allSettled(accounts: readonly string[]): Promise<void>
  /** The number of pending deliveries. */
  pending(accounts: readonly string[]): Promise<number>
  /** Disables the accounts' endpoints. */
  disable(accounts: readonly string[]): Promise<void>
  enable(accounts: readonly string[]): Promise<void>
  /** Deletes the pending and failed deliveries of disabled endpoints when the dispatcher has no lease on them. */
  deletePending(accounts: readonly string[]): Promise<void>
}

/** Inserts deliveries directly into the table of the webhooks service, because sharing as many releases would take too long. */
export const openWaitingDeliveries = async ({ databases }: Description): Promise<WaitingDeliveries> => {
  const client = new pg.Client({ connectionString: databases.webhooks })
  await client.connect()
  const count = async (condition: string, accounts: readonly string[]): Promise<number> => {
    const { rows } = await client.query(
      `SELECT count(*)::int AS count FROM deliveries WHERE account = ANY($1) AND state = 'pending' AND ${condition}`,
      [accounts],
    )
    return rows[0].count
  }
  const pending = (accounts: readonly string[]) => count('true', accounts)
  return {
    pending,
    async insert(accounts, rows, body) {
      // One transaction, so that the dispatcher sees new rows together with their planner statistics, as in operation.
      await client.query('BEGIN')
      await client.query(
        `INSERT INTO deliveries (id, account, webhook_id, kind, body, next_attempt_at, created_at)
         SELECT id, ($1::uuid[])[1 + n % cardinality($1::uuid[])], 'msg_' || id, 'release.shared', $3, now(), now()
         FROM (SELECT gen_random_uuid() AS id, n FROM generate_series(1, $2::int) AS n) AS numbered`,
        [accounts, rows, body],
      )
      await client.query('ANALYZE deliveries')
      await client.query('COMMIT')
    },
    async allSettled(accounts) {
      // Counting would cost the database as much as a claim.
      const anyPending = `SELECT FROM deliveries WHERE account = ANY($1) AND state = 'pending' ORDER BY account, next_attempt_at LIMIT 1`
      while ((await client.query(anyPending, [accounts])).rowCount !== 0) await delay(20)
    },
    async disable(accounts) {
      await client.query('UPDATE endpoints SET enabled = false WHERE account = ANY($1)', [accounts])
    },
    async enable(accounts) {
      await client.query('UPDATE endpoints SET enabled = true WHERE account = ANY($1)', [accounts])
    },
    async deletePending(accounts) {
      while ((await count('leased_until > now()', accounts)) > 0) await delay(50)
      await client.query(`DELETE FROM deliveries WHERE account = ANY($1) AND state <> 'delivered'`, [accounts])
      await client.query('VACUUM ANALYZE deliveries')
    },
    [Symbol.asyncDispose]: () => client.end(),
  }
}
