import type { Knex } from 'knex'
import type { EndpointRow } from '../generated/rows.ts'
import type { DisableReason } from './webhook-disabled-mail.ts'

/** A sealed secret that replaces the previous one, which signs until `previousUntil`. */
export interface NewSecret {
  account: string
  secret: Buffer
  now: Date
  previousUntil: Date
}

export const createEndpointQueries = (db: Knex | Knex.Transaction) => ({
  async find(account: string): Promise<EndpointRow | undefined> {
    return await db<EndpointRow>('endpoints').where({ account }).first()
  },

  /** Sets the address and a new secret, and enables the endpoint. */
  async set(url: string, secret: NewSecret): Promise<void> {
    await db.raw(
      `insert into endpoints as e (account, url, secret, secret_created_at, created_at, updated_at)
       values (:account, :url, :secret, :now, :now, :now)
       on conflict (account) do update set url = excluded.url, secret = excluded.secret, secret_created_at = :now,
         previous_secret = e.secret, previous_until = :previousUntil,
         ${enabledAgain}, updated_at = :now`,
      { url, ...secret },
    )
  },

  /** `false` when the account has no endpoint. */
  async rotate(secret: NewSecret): Promise<boolean> {
    const { rowCount } = await db.raw(
      `update endpoints set previous_secret = secret, previous_until = :previousUntil, secret = :secret, secret_created_at = :now, updated_at = :now
       where account = :account`,
      { ...secret },
    )
    return rowCount === 1
  },

  async remove(account: string): Promise<void> {
    await db('endpoints').where({ account }).delete()
  },

  /**
   * `false` when the account has no endpoint. Waits for shares that are being stored and for `failPending`, which have seen it disabled: a recovery
   * that follows finds their failed deliveries.
   */
  async enable(account: string, now: Date): Promise<boolean> {
    const { rowCount } = await db.raw(
      `update endpoints set ${enabledAgain}, updated_at = :now
       where account in (select account from endpoints where account = :account for update)`,
      { account, now },
    )
    return rowCount === 1
  },

  /** The endpoint; `undefined` when it was disabled before, so that only one of several dispatchers sends the mail. */
  async disable(account: string, reason: DisableReason, now: Date): Promise<Pick<EndpointRow, 'url'> | undefined> {
    const [disabled] = await db<EndpointRow>('endpoints')
      .where({ account, enabled: true })
      .update({ enabled: false, disabled_reason: reason, updated_at: now }, ['url'])
    return disabled
  },
})

/** Enabled, with reset failures. */
const enabledAgain = `enabled = true, disabled_reason = null, failing_since = null, failures = 0, paused_until = null, pauses = 0`
