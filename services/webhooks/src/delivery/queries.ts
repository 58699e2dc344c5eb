import type { Knex } from 'knex'
import type { StoredDelivery } from '../explain-reason.ts'

export interface NewDelivery {
  id: string
  account: string
  webhookId: string
  kind: StoredDelivery['kind']
  release: string | null
  body: string
  traceparent: string | null
  /** Commit time of the reported event; `null` for a ping. */
  occurredAt: Date | null
}

/** Deliveries of an account to send again: of one state, made from `since` until before `until`. */
export interface ReplayRange {
  state: 'delivered' | 'failed'
  since: Date | null
  until: Date | null
}

interface ListFilter {
  limit: number
  /** Only deliveries made before the one with this id. */
  before: string | null
  state: string | null
  release: string | null
}

/** Characters of each response in a list: 200 deliveries may have ten attempts and more each. */
const listedResponseLength = 1_000

export const createDeliveryQueries = (db: Knex | Knex.Transaction) => ({
  /** An account's deliveries, newest first. */
  async list(account: string, filter: ListFilter): Promise<StoredDelivery[]> {
    const { rows } = await db.raw(
      `select ${columnsWith('left(a.response, :listedResponseLength)')} from deliveries d
       where account = :account
         and (:before::uuid is null or id < :before::uuid)
         and (:state::text is null or state = :state)
         and (:release::text is null or release = :release)
       order by id desc limit :limit`,
      { account, listedResponseLength, ...filter },
    )
    return rows
  },

  /** One delivery with the stored responses. */
  async find(account: string, id: string): Promise<StoredDelivery | undefined> {
    const sql = `select ${columnsWith('a.response')} from deliveries d where account = :account and id = :id`
    const { rows } = await db.raw(sql, { account, id })
    return rows[0]
  },

  /**
   * Stores a delivery for the account's endpoint: due at once, or failed when the endpoint is disabled (it can be recovered later).
   * Stores nothing when the account has no endpoint or the webhook's id exists. Waits for a transaction that is disabling the
   * endpoint: a delivery stored at the same time would never be sent.
   */
  async enqueue(delivery: NewDelivery, now: Date): Promise<'pending' | 'failed' | null> {
    const { rows } = await db.raw(
      `insert into deliveries (id, account, webhook_id, kind, release, body, traceparent, occurred_at, created_at, state, next_attempt_at, settled_at)
       select :id, endpoint.account, :webhookId, :kind, :release, :body, :traceparent, :occurredAt, :now,
         case when enabled then 'pending' else 'failed' end,
         case when enabled then :now::timestamptz end,
         case when enabled then null else :now::timestamptz end
       from (select account, enabled from endpoints where account = :account for share) endpoint
       on conflict (webhook_id) do nothing
       returning state`,
      { ...delivery, now },
    )
    return rows[0]?.state ?? null
  },

  /** Fails the pending deliveries of a disabled endpoint. They stay visible and can be recovered. */
  async failPending(account: string, now: Date): Promise<void> {
    await db.raw(
      `update deliveries set state = 'failed', next_attempt_at = null, leased_until = null, lease = null, settled_at = :now
       where account = :account and state = 'pending'`,
      { account, now },
    )
  },

  /** Makes deliveries that failed since then due again, with a new schedule. Returns their number. */
  async recoverSince(account: string, since: Date, now: Date, actor: string): Promise<number> {
    return await sendAgain(db, `kind = 'release.shared' and state = 'failed' and settled_at >= :since`, {
      account,
      since,
      now,
      actor,
    })
  },

  /** Makes a range of deliveries due again, with a new schedule, without pings. Returns their number. */
  async replayRange(account: string, { state, since, until }: ReplayRange, now: Date, actor: string): Promise<number> {
    return await sendAgain(
      db,
      `kind = 'release.shared' and state = :state
       and (:since::timestamptz is null or created_at >= :since) and (:until::timestamptz is null or created_at < :until)`,
      { account, state, since, until, now, actor },
    )
  },

  /** Makes one delivery due again, whatever its state; `false` when the account has no such delivery. */
  async replay(account: string, id: string, now: Date, actor: string): Promise<boolean> {
    return (await sendAgain(db, 'id = :id', { account, id, now, actor })) === 1
  },
})

/** A time as JSON has it: ISO 8601 in UTC. */
const iso = (column: string) => `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** A delivery in the form of the API. */
const columnsWith = (response: string) => `
  d.id, d.webhook_id as "webhookId", d.kind, d.release, d.state,
  ${iso('d.next_attempt_at')} as "nextAttemptAt", ${iso('d.created_at')} as "createdAt",
  coalesce((
    select json_agg(json_build_object(
      'at', ${iso('a.at')}, 'status', a.status, 'durationMs', a.duration_ms,
      'outcome', a.outcome, 'response', ${response}, 'reason', a.reason, 'explanation', a.explanation) order by a.id)
    from attempts a where a.delivery = d.id
  ), '[]') as attempts,
  coalesce((
    select json_agg(json_build_object('at', ${iso('r.at')}, 'actor', r.actor) order by r.id)
    from replays r where r.delivery = d.id
  ), '[]') as replays`

/** Makes deliveries due again and records who requested it. A running delivery keeps its lease, so that it is not sent twice at once. */
const sendAgain = async (
  db: Knex | Knex.Transaction,
  which: string,
  values: Knex.ValueDict & Record<'account' | 'now' | 'actor', unknown>,
): Promise<number> => {
  const { rows } = await db.raw(
    `with again as (
       update deliveries set state = 'pending', attempts_made = 0, next_attempt_at = :now, settled_at = null
       where account = :account and ${which}
       returning id
     ), noted as (
       insert into replays (delivery, at, actor) select id, :now, :actor from again
     )
     select count(*)::integer as count from again`,
    values,
  )
  return rows[0].count
}
