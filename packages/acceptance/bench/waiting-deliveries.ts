import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Description } from '../src/running-system.ts'

export interface WaitingDeliveries extends AsyncDisposable {
  /** Makes so many due now, the accounts' in turns, each with the same bytes to send. */
  insert(accounts: readonly string[], count: number, body: string): Promise<void>
  /** Resolves when none of them waits any more. */
  allSettled(accounts: readonly string[]): Promise<void>
  /** How many of them wait. */
  pending(accounts: readonly string[]): Promise<number>
  /** Serves these accounts no longer, until they are opened again. */
  close(accounts: readonly string[]): Promise<void>
  open(accounts: readonly string[]): Promise<void>
  /** Takes away what waits for accounts that were closed, once the dispatcher holds none of it. */
  drop(accounts: readonly string[]): Promise<void>
}

/** Deliveries put straight into the table of the webhooks service: more than could be shared in the time that there is. */
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
      // What is new is seen together with what the planner should know of it, as in operation.
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
      // Not counted, which would take the database as long as a claim.
      const some = `SELECT FROM deliveries WHERE account = ANY($1) AND state = 'pending' ORDER BY account, next_attempt_at LIMIT 1`
      while ((await client.query(some, [accounts])).rowCount !== 0) await delay(20)
    },
    async close(accounts) {
      await client.query('UPDATE endpoints SET enabled = false WHERE account = ANY($1)', [accounts])
    },
    async open(accounts) {
      await client.query('UPDATE endpoints SET enabled = true WHERE account = ANY($1)', [accounts])
    },
    async drop(accounts) {
      while ((await count('leased_until > now()', accounts)) > 0) await delay(50)
      await client.query(`DELETE FROM deliveries WHERE account = ANY($1) AND state = 'pending'`, [accounts])
      await client.query('VACUUM ANALYZE deliveries')
    },
    [Symbol.asyncDispose]: () => client.end(),
  }
}
