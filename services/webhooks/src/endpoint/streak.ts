/** How an endpoint's failures in a row are counted, and what follows from them. */
import type { Knex } from 'knex'

/** After so many in a row an endpoint is tried by one delivery at a time, with pauses between, until one is acknowledged. */
export const probedAfter = 5
const firstPauseSeconds = 10
/** Also the most that a receiver's own `Retry-After` puts off its other deliveries. */
const longestPauseSeconds = 300

/** What a batch of attempts, none of them acknowledged, says about one endpoint. */
export interface Failures {
  account: string
  attempts: number
  /** None of them says anything about the receiver: this side's own way out was closed. */
  ownFault: boolean
  /** How long the receiver asked to be left alone, milliseconds; `null` when it did not ask. */
  askedPauseMs: number | null
}

/** How often, and since when, nothing but failures has come from an endpoint; `null` while this side is to blame. */
export interface Streak {
  account: string
  since: Date | null
  failures: number
}

/**
 * Notes failures and puts the endpoints off. Attempts that were under way when a pause began do not prolong it: each pause is twice
 * the one before only when it was over and the next probe failed. When this side's own way out was closed, the time of nothing
 * but failures begins anew.
 */
export const countFailures = async (
  trx: Knex.Transaction,
  failures: readonly Failures[],
  now: Date,
): Promise<Streak[]> => {
  if (failures.length === 0) return []
  const { rows } = await trx.raw(countSql, {
    accounts: failures.map(({ account }) => account),
    ownFaults: failures.map(({ ownFault }) => ownFault),
    counts: failures.map(({ attempts }) => attempts),
    asked: failures.map(({ askedPauseMs }) => (askedPauseMs === null ? null : askedPauseMs / 1000)),
    now,
    probedAfter,
    firstPauseSeconds,
    longestPauseSeconds,
  })
  return rows
}

/** The endpoints work again. */
export const clearFailures = async (trx: Knex.Transaction, accounts: readonly string[]): Promise<void> => {
  if (accounts.length === 0) return
  await trx.raw(
    `update endpoints set failing_since = null, failures = 0, paused_until = null, pauses = 0
     where account in (
       select account from endpoints where account = any(:accounts) and failures > 0 order by account for update)`,
    { accounts },
  )
}

// Rows are locked in one order everywhere, so that two dispatchers that record at once don't wait for each other.
const countSql = `
with failed as (
  select * from unnest(:accounts::uuid[], :counts::integer[], :ownFaults::boolean[], :asked::double precision[])
    as f (account, attempts, own_fault, asked)
), before as (
  select e.account, e.failures + f.attempts as failures, e.paused_until, e.pauses, f.own_fault, f.asked,
    e.failures + f.attempts >= :probedAfter and coalesce(e.paused_until, '-infinity') <= :now as rests
  from endpoints e join failed f using (account)
  order by e.account
  for update of e
), after as (
  select *, greatest(
    case when rests then least(:longestPauseSeconds::integer, :firstPauseSeconds::integer * 2 ^ least(pauses, 10)) end,
    case when asked > 0 then least(:longestPauseSeconds::integer, asked) end) as pause
  from before
)
update endpoints e set
  failing_since = case when not a.own_fault then coalesce(e.failing_since, :now) end,
  failures = a.failures,
  pauses = e.pauses + a.rests::integer,
  paused_until = greatest(a.paused_until, :now::timestamptz + a.pause * interval '1 second')
from after a
where e.account = a.account
returning e.account, e.failing_since as since, e.failures`
