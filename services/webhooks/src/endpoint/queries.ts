import type { Knex } from 'knex'

export interface EndpointRow {
  account: string
  url: string
  secret: Buffer
  secret_created_at: Date
  previous_secret: Buffer | null
  previous_until: Date | null
  enabled: boolean
  disabled_reason: string | null
  failing_since: Date | null
  failures: number
  created_at: Date
  updated_at: Date
}

export const createEndpointQueries = (db: Knex | Knex.Transaction) => ({
  async find(account: string): Promise<EndpointRow | undefined> {
    return await db<EndpointRow>('endpoints').where({ account }).first()
  },

  /** Sets the address and a new secret; the secret before it goes on signing until `previousUntil`. Switches on again. */
  async set(account: string, url: string, secret: Buffer, now: Date, previousUntil: Date): Promise<void> {
    await db.raw(
      `insert into endpoints as e (account, url, secret, secret_created_at, created_at, updated_at)
       values (:account, :url, :secret, :now, :now, :now)
       on conflict (account) do update set url = excluded.url, secret = excluded.secret, secret_created_at = :now,
         previous_secret = e.secret, previous_until = :previousUntil,
         enabled = true, disabled_reason = null, failing_since = null, failures = 0, updated_at = :now`,
      { account, url, secret, now, previousUntil },
    )
  },

  /** Replaces the secret with an overlap; `false` when the account has no endpoint. */
  async rotate(account: string, secret: Buffer, now: Date, previousUntil: Date): Promise<boolean> {
    const { rowCount } = await db.raw(
      `update endpoints set previous_secret = secret, previous_until = :previousUntil, secret = :secret, secret_created_at = :now, updated_at = :now
       where account = :account`,
      { account, secret, now, previousUntil },
    )
    return rowCount === 1
  },

  /** `false` when the account has no endpoint. */
  async enable(account: string, now: Date): Promise<boolean> {
    const { rowCount } = await db.raw(
      `update endpoints set enabled = true, disabled_reason = null, failing_since = null, failures = 0, updated_at = :now
       where account = :account`,
      { account, now },
    )
    return rowCount === 1
  },

  /** `false` when it was off already: only one of several dispatchers that find the endpoint dead tells the account. */
  async disable(account: string, reason: string, now: Date): Promise<boolean> {
    const { rowCount } = await db.raw(
      `update endpoints set enabled = false, disabled_reason = :reason, updated_at = :now
       where account = :account and enabled`,
      { account, reason, now },
    )
    return rowCount === 1
  },

  /** Notes attempts that failed and answers since when, and how often, nothing but failures has come. */
  async countFailures(account: string, failures: number, at: Date): Promise<{ since: Date; failures: number } | null> {
    const { rows } = await db.raw(
      `update endpoints set failing_since = coalesce(failing_since, :at), failures = failures + :failures
       where account = :account returning failing_since as since, failures`,
      { account, failures, at },
    )
    return rows[0] ?? null
  },

  async clearFailures(accounts: readonly string[]): Promise<void> {
    await db.raw(
      `update endpoints set failing_since = null, failures = 0
       where account = any(:accounts) and failing_since is not null`,
      { accounts },
    )
  },
})
