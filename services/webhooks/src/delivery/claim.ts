import type { Database } from '@guidebook/service-kit'
import type { Knex } from 'knex'

/** A delivery that this dispatcher may attempt now, with where it goes and what it is signed with. */
export interface ClaimedDelivery {
  id: string
  account: string
  webhook_id: string
  body: string
  attempts_made: number
  traceparent: string | null
  occurred_at: Date | null
  lease: string
  url: string
  secret: Buffer
  previous_secret: Buffer | null
  previous_until: Date | null
}

export interface ClaimLimits {
  /** Deliveries this dispatcher has room for. */
  slots: number
  /** Deliveries that may be under way to one endpoint, all dispatchers together. */
  perEndpoint: number
  /** Deliveries that may be begun to one endpoint in a second, all dispatchers together. */
  ratePerEndpoint: number
  /** Failures in a row after which an endpoint is tried by one delivery at a time. */
  probedAfter: number
  leaseMs: number
}

/**
 * Leases due deliveries: endpoints take turns, the longest unserved first and one delivery each before any gets a second, each
 * within its limits. The endpoints are locked first and their deliveries chosen in a statement of its own: it sees
 * what another dispatcher that held the lock has leased, so together they stay within the limits.
 */
export const claimDeliveries = (
  database: Database,
  lease: string,
  now: Date,
  limits: ClaimLimits,
): Promise<ClaimedDelivery[]> =>
  database.transaction(async (trx) => {
    const values = { ...limits, lease, now, leasedUntil: new Date(now.getTime() + limits.leaseMs) }
    const accounts = await lockTurns(trx, values)
    if (accounts.length === 0) return []
    // No more of each endpoint than its turn can reach; what others leave of theirs is for the next claim.
    const share = Math.ceil(limits.slots / accounts.length)
    const { rows } = await trx.raw(chooseSql, { ...values, accounts, share })
    return rows
  })

const lockTurns = async (trx: Knex.Transaction, values: Record<string, unknown>): Promise<string[]> => {
  // Planned anew each time, as all statements here: a plan that was kept from when little waited takes ten times as long when much does.
  const { rows } = await trx.raw(turnsSql, values as Knex.ValueDict)
  return rows.map(({ account }: { account: string }) => account)
}

const isDue = (d: string) =>
  `${d}.state = 'pending' and ${d}.next_attempt_at <= :now and (${d}.lease is null or ${d}.leased_until < :now)`

/** One second's worth at most: an endpoint that was idle for long is not flooded. */
const allowance = `least(:ratePerEndpoint,
  e.allowance + greatest(0, extract(epoch from :now::timestamptz - e.allowance_at)) * :ratePerEndpoint)`

const room = `least(
  case when e.failures >= :probedAfter then 1 else :perEndpoint end - (
    select count(*) from deliveries where account = e.account and lease is not null and leased_until >= :now),
  floor(${allowance}))::integer`

const turnsSql = `
-- From account to account through the index: what it costs grows with the accounts that wait, not with what waits for them.
with recursive waiting (account) as (
  (select account from deliveries where state = 'pending' order by account limit 1)
  union all
  select (select d.account from deliveries d where d.state = 'pending' and d.account > w.account order by d.account limit 1)
  from waiting w where w.account is not null
)
select e.account from waiting w join endpoints e on e.account = w.account
where e.enabled and (e.paused_until is null or e.paused_until <= :now)
  and (select true from deliveries d where d.account = e.account and ${isDue('d')} limit 1)
  and ${room} > 0
order by e.served_at
limit :slots
for update of e skip locked`

const chooseSql = `
with due as (
  select w.id, w.nth, e.account, e.served_at, e.url, e.secret, e.previous_secret, e.previous_until
  from endpoints e
  cross join lateral (
    select id, row_number() over (order by next_attempt_at) as nth
    from (
      select d.id, d.next_attempt_at from deliveries d
      where d.account = e.account and ${isDue('d')}
      order by d.next_attempt_at
      limit least(:share, greatest(0, ${room}))
    ) first
  ) w
  where e.account = any(:accounts)
), chosen as (
  select * from due order by nth, served_at limit :slots
), served as (
  update endpoints e set served_at = :now, allowance = ${allowance} - taken,
    -- Never back: dispatchers whose clocks differ would else count the difference again and again.
    allowance_at = greatest(e.allowance_at, :now::timestamptz)
  from (select account, count(*) as taken from chosen group by account) c
  where e.account = c.account
)
update deliveries d set lease = :lease, leased_until = :leasedUntil
from chosen
-- Looked at again, when another transaction has changed it meanwhile.
where d.id = chosen.id and ${isDue('d')}
returning d.id, d.account, d.webhook_id, d.body, d.attempts_made, d.traceparent, d.occurred_at, d.lease,
  chosen.url, chosen.secret, chosen.previous_secret, chosen.previous_until`
