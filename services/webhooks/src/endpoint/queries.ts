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
  paused_until: Date | null
  created_at: Date
  updated_at: Date
}

export const createEndpointQueries = (db: Knex | Knex.Transaction) => ({
  async find(account: string): Promise<EndpointRow | undefined> {
    return await db<EndpointRow>('endpoints').where({ account }).first()
  },

  /** The endpoint, locked so that it cannot be disabled until the transaction ends: deliveries made due meanwhile would never be sent. */
  async hold(account: string): Promise<EndpointRow | undefined> {
    return await db<EndpointRow>('endpoints').where({ account }).forShare().first()
  },

  /** Sets the address and a new secret, and enables the endpoint. The previous secret signs until `previousUntil`. */
  async set(account: string, url: string, secret: Buffer, now: Date, previousUntil: Date): Promise<void> {
    await db.raw(
      `insert into endpoints as e (account, url, secret, secret_created_at, created_at, updated_at)
       values (:account, :url, :secret, :now, :now, :now)
       on conflict (account) do update set url = excluded.url, secret = excluded.secret, secret_created_at = :now,
         previous_secret = e.secret, previous_until = :previousUntil,
         ${enabledAgain}, updated_at = :now`,
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
      `update endpoints set ${enabledAgain}, updated_at = :now
       where account = :account`,
      { account, now },
    )
    return rowCount === 1
  },

  /** The endpoint; `undefined` when it was disabled before, so that only one of several dispatchers sends the mail. */
  async disable(account: string, reason: string, now: Date): Promise<{ url: string } | undefined> {
    const { rows } = await db.raw(
      `update endpoints set enabled = false, disabled_reason = :reason, updated_at = :now
       where account = :account and enabled
       returning url`,
      { account, reason, now },
    )
    return rows[0]
  },
})

/** Enabled, with reset failures. */
const enabledAgain = `enabled = true, disabled_reason = null, failing_since = null, failures = 0, paused_until = null, pauses = 0`
