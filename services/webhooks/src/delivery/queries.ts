import type { Knex } from 'knex'
import type { AttemptResult } from './send.ts'

export type DeliveryKind = 'release.shared' | 'ping'

export interface NewDelivery {
  id: string
  account: string
  webhookId: string
  kind: DeliveryKind
  release: string | null
  body: string
  traceparent: string | null
}

/** A delivery that this dispatcher may attempt now, with where it goes and what it is signed with. */
export interface ClaimedDelivery {
  id: string
  account: string
  webhook_id: string
  body: string
  attempts_made: number
  traceparent: string | null
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
  leaseMs: number
}

/** What one attempt leads to: the record of it, and the delivery's next state. */
export interface SettledAttempt {
  delivery: string
  lease: string
  account: string
  at: Date
  result: AttemptResult
  state: 'pending' | 'delivered' | 'failed'
  nextAttemptAt: Date | null
}

export const createDeliveryQueries = (db: Knex | Knex.Transaction) => ({
  /**
   * Stores a delivery for the account's endpoint: due at once, or already failed when the endpoint is switched off (it can
   * be recovered later). Stores nothing when the account has no endpoint or the webhook's id is known.
   */
  async enqueue(delivery: NewDelivery, now: Date): Promise<'pending' | 'failed' | null> {
    const { rows } = await db.raw(
      `insert into deliveries (id, account, webhook_id, kind, release, body, traceparent, created_at, state, next_attempt_at, settled_at)
       select :id, account, :webhookId, :kind, :release, :body, :traceparent, :now,
         case when enabled then 'pending' else 'failed' end,
         case when enabled then :now::timestamptz end,
         case when enabled then null else :now::timestamptz end
       from endpoints where account = :account
       on conflict (webhook_id) do nothing
       returning state`,
      { ...delivery, now },
    )
    return rows[0]?.state ?? null
  },

  /**
   * Leases due deliveries: endpoints take turns, the longest unserved first, each with at most `perEndpoint` under way.
   * An endpoint's row is locked while its deliveries are chosen, so two dispatchers never choose from one endpoint at once.
   */
  async claim(lease: string, now: Date, limits: ClaimLimits): Promise<ClaimedDelivery[]> {
    const { rows } = await db.raw(claimSql, {
      lease,
      now,
      slots: limits.slots,
      perEndpoint: limits.perEndpoint,
      leasedUntil: new Date(now.getTime() + limits.leaseMs),
    })
    return rows
  },

  /**
   * Records attempts and moves their deliveries on. A delivery whose lease has passed to another dispatcher keeps the state
   * that one gives it, unless this attempt was acknowledged: that is final whoever reports it.
   */
  async settle(attempts: readonly SettledAttempt[]): Promise<void> {
    const column = <T>(pick: (attempt: SettledAttempt) => T): T[] => attempts.map(pick)
    await db.raw(settleSql, {
      deliveries: column((a) => a.delivery),
      leases: column((a) => a.lease),
      ats: column((a) => a.at),
      states: column((a) => a.state),
      nexts: column((a) => a.nextAttemptAt),
      statuses: column((a) => a.result.status),
      durations: column((a) => a.result.durationMs),
      outcomes: column((a) => a.result.outcome),
      responses: column((a) => a.result.response),
      reasons: column((a) => a.result.reason),
    })
  },

  /** Gives up what waits for an endpoint that was switched off; it stays visible and can be recovered. */
  async failPending(account: string, now: Date): Promise<void> {
    await db.raw(
      `update deliveries set state = 'failed', next_attempt_at = null, leased_until = null, lease = null, settled_at = :now
       where account = :account and state = 'pending'`,
      { account, now },
    )
  },

  /** Makes every failed delivery settled since then due again, from the schedule's beginning. Answers how many. */
  async recoverSince(account: string, since: Date, now: Date, actor: string): Promise<number> {
    const { rowCount } = await db.raw(
      `update deliveries set ${dueAgain}
       where account = :account and state = 'failed' and kind = 'release.shared' and settled_at >= :since`,
      { account, since, now, actor },
    )
    return rowCount
  },

  /** Makes one delivery due again, whatever its state; `false` when the account has no such delivery. */
  async replay(account: string, id: string, now: Date, actor: string): Promise<boolean> {
    const { rowCount } = await db.raw(`update deliveries set ${dueAgain} where account = :account and id = :id`, {
      account,
      id,
      now,
      actor,
    })
    return rowCount === 1
  },
})

const dueAgain = `state = 'pending', attempts_made = 0, next_attempt_at = :now, settled_at = null,
  leased_until = null, lease = null, replayed_by = :actor`

const isDue = `state = 'pending' and next_attempt_at <= :now and (leased_until is null or leased_until < :now)`

const claimSql = `
with turns as (
  select account, url, secret, previous_secret, previous_until
  from endpoints e
  where enabled and exists (select from deliveries where account = e.account and ${isDue})
  order by served_at
  limit :slots
  for update skip locked
), due as (
  select d.id, t.*
  from turns t cross join lateral (
    select id from deliveries
    where account = t.account and ${isDue}
    order by next_attempt_at
    limit greatest(0, :perEndpoint - (
      select count(*) from deliveries where account = t.account and state = 'pending' and leased_until >= :now))
    for update skip locked
  ) d
  limit :slots
), served as (
  update endpoints set served_at = :now where account in (select account from due)
)
update deliveries d set lease = :lease, leased_until = :leasedUntil
from due
where d.id = due.id
returning d.id, d.account, d.webhook_id, d.body, d.attempts_made, d.traceparent, d.lease,
  due.url, due.secret, due.previous_secret, due.previous_until`

const settleSql = `
with settled as (
  select * from unnest(
    :deliveries::uuid[], :leases::uuid[], :ats::timestamptz[], :states::text[], :nexts::timestamptz[],
    :statuses::integer[], :durations::integer[], :outcomes::text[], :responses::text[], :reasons::text[]
  ) as s (delivery, lease, at, state, next_attempt_at, status, duration_ms, outcome, response, reason)
), recorded as (
  insert into attempts (delivery, at, status, duration_ms, outcome, response, reason)
  select delivery, at, status, duration_ms, outcome, response, reason from settled
)
update deliveries d set
  state = s.state,
  attempts_made = d.attempts_made + 1,
  next_attempt_at = s.next_attempt_at,
  settled_at = case when s.state = 'pending' then null else s.at end,
  leased_until = null,
  lease = null
from settled s
where d.id = s.delivery and (d.lease = s.lease or (s.state = 'delivered' and d.state <> 'delivered'))`
