import { type BoundedRow, limitPageBytes } from '@guidebook/service-kit'
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

/** What a delivery sends. */
export interface StoredRequest {
  body: string
  /** The current address: attempts do not store theirs. `null` when the account has no endpoint. */
  url: string | null
}

/** Who has deliveries of an account sent again. */
export interface Replay {
  account: string
  now: Date
  actor: string
  /** Only deliveries with ids after it; `null`: all. */
  after: string | null
}

/** A page of deliveries that were made due. */
export interface ReplayedPage {
  count: number
  /** The id after which the next page begins; `null` after the last one. */
  next: string | null
}

interface ListFilter {
  limit: number
  /** Only deliveries made before the one with this id. */
  before: string | null
  state: string | null
  release: string | null
}

/** The newest attempts and replays of a delivery that are read. Two whole schedules have as many attempts. */
const shownAttempts = 20
const shownReplays = 20
/** A replay deletes all but so many attempts. With those of the new schedule, a delivery stores about as many as are read. */
const keptAttempts = 10
/** Deliveries that one statement makes due or fails: its locks last for less than a second. */
export const pageRows = 2_000
/** Characters of each response in a list: a page may have thousands of attempts. */
const listedResponseLength = 1_000

export const createDeliveryQueries = (db: Knex | Knex.Transaction) => ({
  /** An account's deliveries, newest first; a page of large responses ends early. */
  async list(account: string, filter: ListFilter): Promise<(StoredDelivery & BoundedRow)[]> {
    const page = limitPageBytes(
      `select id, webhook_id, kind, release, state, next_attempt_at, created_at, ${listedBytes} as bytes from deliveries d
       where account = :account
         and (:before::uuid is null or id < :before::uuid)
         and (:state::text is null or state = :state)
         and (:release::text is null or release = :release)
       order by id desc limit :limit`,
      'id desc',
    )
    const { rows } = await db.raw(
      `select ${columnsWith('left(a.response, :listedResponseLength)')}, "hasNext" from (${page}) d order by d.id desc`,
      { account, listedResponseLength, ...filter },
    )
    return rows
  },

  /** One delivery with the stored responses of its newest attempts. */
  async find(account: string, id: string): Promise<StoredDelivery | undefined> {
    const sql = `select ${columnsWith('a.response')} from deliveries d where account = :account and id = :id`
    const { rows } = await db.raw(sql, { account, id })
    return rows[0]
  },

  /** The same, with the request. */
  async findWithRequest(account: string, id: string): Promise<(StoredDelivery & StoredRequest) | undefined> {
    const { rows } = await db.raw(
      `select ${columnsWith('a.response')}, d.body, e.url from deliveries d left join endpoints e on e.account = d.account
       where d.account = :account and d.id = :id`,
      { account, id },
    )
    return rows[0]
  },

  /**
   * Stores a delivery for the account's endpoint: due at once, or failed when the endpoint is disabled (it can be recovered later).
   * Stores nothing when the account has no endpoint or the webhook's id exists. When the endpoint is being disabled, the delivery may be
   * stored as pending; `createFailPendingLoop` fails it.
   */
  async enqueue(delivery: NewDelivery, now: Date): Promise<'pending' | 'failed' | null> {
    const { rows } = await db.raw(
      `insert into deliveries (id, account, webhook_id, kind, release, body, traceparent, occurred_at, created_at, state, next_attempt_at, settled_at)
       select :id, endpoint.account, :webhookId, :kind, :release, :body, :traceparent, :occurredAt, :now,
         case when enabled then 'pending' else 'failed' end,
         case when enabled then :now::timestamptz end,
         case when enabled then null else :now::timestamptz end
       from (select account, enabled from endpoints where account = :account for key share) endpoint
       on conflict (webhook_id) do nothing
       returning state`,
      { ...delivery, now },
    )
    return rows[0]?.state ?? null
  },

  /** Makes a page of the deliveries that failed since then due again, with a new schedule. */
  async recoverSince(since: Date, replay: Replay): Promise<ReplayedPage> {
    return await sendAgain(db, `kind = 'release.shared' and state = 'failed' and settled_at >= :since`, {
      since,
      ...replay,
    })
  },

  /** Makes a page of a range of deliveries due again, with a new schedule, without pings. */
  async replayRange({ state, since, until }: ReplayRange, replay: Replay): Promise<ReplayedPage> {
    return await sendAgain(
      db,
      `kind = 'release.shared' and state = :state
       and (:since::timestamptz is null or created_at >= :since) and (:until::timestamptz is null or created_at < :until)`,
      { state, since, until, ...replay },
    )
  },

  /**
   * Makes one delivery due at once, with a new schedule; `false` when the account has no such delivery. A delivery that is still pending is
   * only attempted earlier, so this is not recorded as a replay.
   */
  async replay(account: string, id: string, now: Date, actor: string): Promise<boolean> {
    return (await sendAgain(db, 'id = :id', { account, id, now, actor, after: null })).count === 1
  },
})

/** A time as JSON has it: ISO 8601 in UTC. */
const iso = (column: string) => `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** The newest rows about the delivery `d`. */
const newest = (table: 'attempts' | 'replays', limit: number) =>
  `(select * from ${table} where delivery = d.id order by id desc limit ${limit})`

/** The most bytes that the list has of the attempts of `d`: four for each character. The length of a large value is known without reading it. */
const listedBytes = `coalesce((
  select sum(300 + least(coalesce(octet_length(a.response), 0), 4 * :listedResponseLength)) from ${newest('attempts', shownAttempts)} a), 0)`

/** A delivery in the form of the API. */
const columnsWith = (response: string) => `
  d.id, d.webhook_id as "webhookId", d.kind, d.release, d.state,
  ${iso('d.next_attempt_at')} as "nextAttemptAt", ${iso('d.created_at')} as "createdAt",
  coalesce((
    select json_agg(json_build_object(
      'at', ${iso('a.at')}, 'status', a.status, 'durationMs', a.duration_ms,
      'outcome', a.outcome, 'response', ${response}, 'reason', a.reason, 'explanation', a.explanation) order by a.id)
    from ${newest('attempts', shownAttempts)} a
  ), '[]') as attempts,
  coalesce((
    select json_agg(json_build_object('at', ${iso('r.at')}, 'actor', r.actor) order by r.id)
    from ${newest('replays', shownReplays)} r
  ), '[]') as replays`

/** Deletes what the deliveries in `chosen` have beyond their newest rows, so that replays do not let the table grow. */
const forget = (table: 'attempts' | 'replays', kept: number) => `
  delete from ${table} old using chosen d
  cross join lateral (select id from ${table} where delivery = d.id order by id desc offset ${kept} limit 1) oldest
  where old.delivery = d.id and old.id <= oldest.id`

/**
 * Makes a page of deliveries due at once and records who requested it, unless they are pending. A running delivery keeps its lease, so that it is not
 * sent twice at once; when this attempt fails, the new schedule stays (`recordAttempts`). `no key`: attempts, which refer to these rows, are recorded
 * meanwhile.
 */
const sendAgain = async (
  db: Knex | Knex.Transaction,
  which: string,
  values: Knex.ValueDict & Replay,
): Promise<ReplayedPage> => {
  const { rows } = await db.raw(
    `with chosen as (
       select id, state from deliveries
       where account = :account and (:after::uuid is null or id > :after) and ${which}
       order by id limit ${pageRows} for no key update
     ), again as (
       update deliveries d set state = 'pending', attempts_made = 0, next_attempt_at = :now, settled_at = null,
         -- The latency of deliveries is without replays.
         occurred_at = case when chosen.state = 'pending' then d.occurred_at end
       from chosen where d.id = chosen.id
     ), forgotten_attempts as (${forget('attempts', keptAttempts)}
     ), forgotten_replays as (${forget('replays', shownReplays - 1)}
     ), noted as (
       insert into replays (delivery, at, actor) select id, :now, :actor from chosen where state <> 'pending'
     )
     select count(*)::integer as count, (select id from chosen order by id desc limit 1) as last from chosen`,
    values,
  )
  const [{ count, last }] = rows
  return { count, next: count < pageRows ? null : last }
}
