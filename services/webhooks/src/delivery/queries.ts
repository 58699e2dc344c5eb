import type { Knex } from 'knex'

export type DeliveryKind = 'release.shared' | 'ping'

export interface NewDelivery {
  id: string
  account: string
  webhookId: string
  kind: DeliveryKind
  release: string | null
  body: string
  traceparent: string | null
  /** When what it tells about was committed; `null` when it tells about nothing. */
  occurredAt: Date | null
}

/** Which of an account's deliveries to send again: of one state, made in a span of time (from `since`, before `until`). */
export interface ReplayRange {
  state: 'delivered' | 'failed'
  since: Date | null
  until: Date | null
}

export const createDeliveryQueries = (db: Knex | Knex.Transaction) => ({
  /**
   * Stores a delivery for the account's endpoint: due at once, or already failed when the endpoint is switched off (it can
   * be recovered later). Stores nothing when the account has no endpoint or the webhook's id is known. Waits for whoever
   * switches the endpoint off just now: what were stored beside that would wait for no one.
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
    return await sendAgain(db, `kind = 'release.shared' and state = 'failed' and settled_at >= :since`, {
      account,
      since,
      now,
      actor,
    })
  },

  /** Makes a range of deliveries due again, from the schedule's beginning. Pings are left out. Answers how many. */
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

interface Replay extends Record<string, Knex.RawBinding> {
  account: string
  now: Date
  actor: string
}

/** Due again, with a note of who asked. What is under way keeps its lease: it is not sent by two at once. */
const sendAgain = async (db: Knex | Knex.Transaction, which: string, values: Replay): Promise<number> => {
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
