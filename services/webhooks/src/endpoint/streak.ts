/** Counts consecutive failures of endpoints and pauses failing ones. */
import type { Knex } from 'knex'
import type { EndpointRow } from '../generated/rows.ts'

/** Consecutive failures after which an endpoint is probed by one delivery at a time, with pauses, until one is acknowledged. */
export const probedAfter = 5
const firstPauseSeconds = 10
/** Also the limit of the pause that a receiver's `Retry-After` causes for its other deliveries. */
const longestPauseSeconds = 300
/** How far the clocks of replicas may differ. A pause or a rate from a clock that was further ahead does not count. */
export const clockToleranceSeconds = 60
/** A pause that ends later counts as over. */
export const latestPauseSeconds = longestPauseSeconds + clockToleranceSeconds

/** SQL condition on an endpoint `e` at `:now`. */
export const isPaused = `coalesce(e.paused_until > :now::timestamptz
  and e.paused_until <= :now::timestamptz + interval '${latestPauseSeconds} seconds', false)`

/** The failures of one endpoint in a batch that does not reset them. */
export interface Failures {
  account: string
  attempts: number
  /** When the latest of them began. */
  beganAt: Date
  /** Whether all of them failed on our side, at the outgoing proxy. */
  ownFault: boolean
  /** The receiver's Retry-After, milliseconds; 0 without one. */
  askedPauseMs: number
}

/** Number and start of an endpoint's consecutive failures; `null` while the fault is on our side. */
export interface Streak {
  account: string
  since: Date | null
  failures: number
}

/**
 * Locks those endpoints of `accounts` that failed before or are in `failing`, until the end of the transaction, and returns the address of each.
 * Most batches lock none. One statement locks them all in the same order, and before any delivery, like claims: concurrent dispatchers cannot
 * deadlock. `no key`: does not wait for shares, which lock the row `for key share` and may follow each other without a gap.
 */
export const lockEndpoints = async (
  trx: Knex.Transaction,
  accounts: readonly string[],
  failing: readonly string[],
): Promise<Map<string, string>> => {
  const { rows } = await trx.raw(
    `select account, url from endpoints
     where account = any(:accounts) and (failures > 0 or account = any(:failing))
     order by account for no key update`,
    { accounts, failing },
  )
  return new Map(rows.map(({ account, url }: Pick<EndpointRow, 'account' | 'url'>) => [account, url]))
}

/**
 * Records failures of locked endpoints and pauses them. A pause doubles only when an attempt failed that began after the previous pause:
 * attempts that were running when a pause began do not extend it, even if they outlast it. A failure on our side restarts the time with only
 * failures, but not of a disabled endpoint: support recovers what it missed since then.
 */
export const countFailures = async (
  trx: Knex.Transaction,
  failures: readonly Failures[],
  now: Date,
): Promise<Streak[]> => {
  if (failures.length === 0) return []
  const failed = JSON.stringify(failures)
  const { rows } = await trx.raw(countSql, { failed, now, probedAfter, firstPauseSeconds, longestPauseSeconds })
  return rows
}

/** Resets the failures of locked endpoints that work again, but not of disabled ones: support recovers what they missed since `failing_since`. */
export const clearFailures = async (trx: Knex.Transaction, accounts: readonly string[]): Promise<void> => {
  if (accounts.length === 0) return
  await trx.raw(
    `update endpoints set failing_since = null, failures = 0, paused_until = null, pauses = 0
     where account = any(:accounts) and failures > 0 and enabled`,
    { accounts },
  )
}

const countSql = `
with failed as (
  select * from json_to_recordset(:failed::json)
    as f (account uuid, attempts integer, "beganAt" timestamptz, "ownFault" boolean, "askedPauseMs" double precision)
), before as (
  select e.account, e.failures + f.attempts as failures, trusted.paused_until, e.pauses, f."ownFault", f."askedPauseMs",
    e.failures + f.attempts >= :probedAfter and coalesce(trusted.paused_until, '-infinity') <= f."beganAt" as rests
  from endpoints e join failed f using (account)
  cross join lateral (
    select case when e.paused_until <= :now::timestamptz + interval '${latestPauseSeconds} seconds' then e.paused_until end
      as paused_until
  ) trusted
), after as (
  select *, greatest(
    case when rests then least(:longestPauseSeconds::integer, :firstPauseSeconds::integer * 2 ^ least(pauses, 10)) end,
    case when "askedPauseMs" > 0 then least(:longestPauseSeconds::integer, "askedPauseMs" / 1000) end) as pause
  from before
)
update endpoints e set
  -- A batch that waited for the lock may be older than the one before it.
  failing_since = case when not (e.enabled and a."ownFault") then least(e.failing_since, :now) end,
  failures = a.failures,
  pauses = e.pauses + a.rests::integer,
  paused_until = greatest(a.paused_until, :now::timestamptz + a.pause * interval '1 second')
from after a
where e.account = a.account
returning e.account, e.failing_since as since, e.failures`
