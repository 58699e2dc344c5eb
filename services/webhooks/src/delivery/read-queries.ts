import type { Knex } from 'knex'
import type { DeliveryKind } from './queries.ts'
import type { AttemptOutcome } from './send.ts'

export interface AttemptRow {
  at: string
  status: number | null
  duration_ms: number
  outcome: AttemptOutcome
  response: string | null
  reason: string | null
}

export interface DeliveryRow {
  id: string
  webhook_id: string
  kind: DeliveryKind
  release: string | null
  state: 'pending' | 'delivered' | 'failed'
  next_attempt_at: Date | null
  created_at: Date
  attempts: AttemptRow[]
  replays: { at: string; actor: string }[]
}

export interface DeliveryFilter {
  limit: number
  /** Only deliveries made before the one with this id. */
  before: string | null
  state: string | null
  release: string | null
}

/** Characters of each response in a list: 200 deliveries may have ten attempts and more each. */
const listedResponseLength = 1_000

const columnsWith = (response: string) => `
  d.id, d.webhook_id, d.kind, d.release, d.state, d.next_attempt_at, d.created_at,
  coalesce((
    select json_agg(json_build_object(
      'at', a.at, 'status', a.status, 'duration_ms', a.duration_ms,
      'outcome', a.outcome, 'response', ${response}, 'reason', a.reason) order by a.id)
    from attempts a where a.delivery = d.id
  ), '[]') as attempts,
  coalesce((
    select json_agg(json_build_object('at', r.at, 'actor', r.actor) order by r.id) from replays r where r.delivery = d.id
  ), '[]') as replays`

/** An account's deliveries, newest first. */
export const listDeliveries = async (
  db: Knex | Knex.Transaction,
  account: string,
  filter: DeliveryFilter,
): Promise<DeliveryRow[]> => {
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
}

/** One delivery with the stored responses. */
export const findDelivery = async (
  db: Knex | Knex.Transaction,
  account: string,
  id: string,
): Promise<DeliveryRow | undefined> => {
  const { rows } = await db.raw(
    `select ${columnsWith('a.response')} from deliveries d where account = :account and id = :id`,
    {
      account,
      id,
    },
  )
  return rows[0]
}
