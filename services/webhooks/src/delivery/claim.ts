import { uuidv7 } from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { clockToleranceSeconds, isPaused, probedAfter } from '../endpoint/streak.ts'
import type { DeliveryRow, EndpointRow } from '../generated/rows.ts'

/** A leased delivery with its address and its signing secrets. */
export type ClaimedDelivery = Pick<EndpointRow, 'url' | 'secret' | 'previous_secret' | 'previous_until'> &
  Pick<DeliveryRow, 'id' | 'account' | 'webhook_id' | 'body' | 'attempts_made' | 'traceparent' | 'occurred_at'> & {
    lease: string
    /** `next_attempt_at` as text, to the microsecond. */
    due_at: string
  }

/**
 * Leases at most `slots` due deliveries, fairly between endpoints: the longest unserved first, one delivery each before any gets a second, each
 * within its limits. The first statement locks the endpoints; the second one chooses deliveries and therefore sees the leases of a
 * dispatcher that held the lock before. So the limits hold across dispatchers.
 */
export const claimDeliveries = (
  { database, clock, settings }: Context,
  slots: number,
  leaseMs: number,
): Promise<ClaimedDelivery[]> =>
  database.transaction(async (trx) => {
    const now = clock.now()
    const values = {
      slots,
      probedAfter,
      perEndpoint: settings.WEBHOOK_CONCURRENCY_PER_ENDPOINT,
      ratePerEndpoint: settings.WEBHOOK_RATE_PER_ENDPOINT,
      lease: uuidv7(),
      now,
      leasedUntil: new Date(now.getTime() + leaseMs),
    }
    // Planned each time, like all statements here: a cached plan from a short queue is ten times slower with a long one.
    const { rows: turns } = await trx.raw(turnsSql, values)
    if (turns.length === 0) return []
    const accounts = turns.map(({ account }: DeliveryRow) => account)
    // At most the share of each endpoint; unused shares are left to the next claim.
    const share = Math.ceil(slots / accounts.length)
    const { rows } = await trx.raw(chooseSql, { ...values, accounts, share })
    return rows
  })

/** Gives claimed deliveries back that were not attempted, so that another dispatcher need not wait for the end of their leases. */
export const releaseDeliveries = async ({ database }: Context, claimed: readonly ClaimedDelivery[]): Promise<void> => {
  const leases = JSON.stringify(claimed.map(({ id, lease }) => ({ id, lease })))
  await database.knex.raw(
    `update deliveries d set lease = null, leased_until = null
     from json_populate_recordset(cast(null as deliveries), :leases) as given
     where d.id = given.id and d.lease = given.lease`,
    { leases },
  )
}

const isDue = (d: string) =>
  `${d}.state = 'pending' and ${d}.next_attempt_at <= :now and (${d}.lease is null or ${d}.leased_until < :now)`

/** A replica whose clock is ahead has recorded the allowance. It counts as full, or the endpoint would wait for that time. */
const isAhead = `e.allowance_at > :now::timestamptz + interval '${clockToleranceSeconds} seconds'`

/** At most the deliveries of one second, so that an endpoint is not flooded after an idle time. */
const allowance = `least(:ratePerEndpoint, e.allowance +
  case when ${isAhead} then 1 else greatest(0, extract(epoch from :now::timestamptz - e.allowance_at)) end * :ratePerEndpoint)`

const room = `least(
  case when e.failures >= :probedAfter then 1 else :perEndpoint end - (
    select count(*) from deliveries where account = e.account and lease is not null and leased_until >= :now),
  floor(${allowance}))::integer`

/** The accounts with pending deliveries, by a loose index scan: its cost grows with the number of these accounts, not of their deliveries. */
export const withWaiting = `with recursive waiting (account) as (
  (select account from deliveries where state = 'pending' order by account limit 1)
  union all
  select (select d.account from deliveries d where d.state = 'pending' and d.account > w.account order by d.account limit 1)
  from waiting w where w.account is not null
)`

const turnsSql = `${withWaiting}
select e.account from waiting w join endpoints e on e.account = w.account
where e.enabled and not ${isPaused}
  and (select true from deliveries d where d.account = e.account and ${isDue('d')} limit 1)
  and ${room} > 0
order by e.served_at
limit :slots
for no key update of e skip locked`

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
    -- Back only if it is far ahead: dispatchers whose clocks differ would else count the difference again and again.
    allowance_at = case when ${isAhead} then :now::timestamptz else greatest(e.allowance_at, :now::timestamptz) end
  from (select account, count(*) as taken from chosen group by account) c
  where e.account = c.account
)
update deliveries d set lease = :lease, leased_until = :leasedUntil
from chosen
-- Looked at again, when another transaction has changed it meanwhile.
where d.id = chosen.id and ${isDue('d')}
returning d.id, d.account, d.webhook_id, d.body, d.attempts_made, d.traceparent, d.occurred_at, d.lease, d.next_attempt_at::text as due_at,
  chosen.url, chosen.secret, chosen.previous_secret, chosen.previous_until`
