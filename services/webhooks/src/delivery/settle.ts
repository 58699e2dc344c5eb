import type { Knex } from 'knex'
import type { AttemptResult } from './send.ts'

/** The result of an attempt: its record and the delivery's next state. */
export interface SettledAttempt {
  delivery: string
  lease: string
  account: string
  at: Date
  result: AttemptResult
  state: 'pending' | 'delivered' | 'failed'
  nextAttemptAt: Date | null
  /** Commit time of the reported event; only for deliveries that were never replayed. */
  occurredAt: Date | null
}

/**
 * Records attempts and updates their deliveries. Returns the attempts that were not recorded before. When the lease has passed to another
 * dispatcher, the delivery keeps the state from there, unless this attempt was acknowledged: an acknowledgement is always final.
 */
export const settle = async (
  trx: Knex.Transaction,
  attempts: readonly SettledAttempt[],
): Promise<readonly SettledAttempt[]> => {
  const column = <T>(pick: (attempt: SettledAttempt) => T): T[] => attempts.map(pick)
  const { rows } = await trx.raw(settleSql, {
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
  const recorded = new Set(rows.map(({ delivery, lease }: SettledAttempt) => `${delivery} ${lease}`))
  return attempts.filter(({ delivery, lease }) => recorded.has(`${delivery} ${lease}`))
}

const settleSql = `
with settled as (
  select * from unnest(
    :deliveries::uuid[], :leases::uuid[], :ats::timestamptz[], :states::text[], :nexts::timestamptz[],
    :statuses::integer[], :durations::integer[], :outcomes::text[], :responses::text[], :reasons::text[]
  ) as s (delivery, lease, at, state, next_attempt_at, status, duration_ms, outcome, response, reason)
), recorded as (
  insert into attempts (delivery, lease, at, status, duration_ms, outcome, response, reason)
  select s.delivery, s.lease, s.at, s.status, s.duration_ms, s.outcome, s.response, s.reason
  from settled s
  where exists (select from deliveries d where d.id = s.delivery)
  on conflict (delivery, lease) do nothing
  returning delivery, lease
), moved as (
  update deliveries d set
    state = s.state,
    attempts_made = d.attempts_made + 1,
    next_attempt_at = s.next_attempt_at,
    settled_at = case when s.state = 'pending' then null else s.at end,
    leased_until = null,
    lease = null
  from settled s
  where d.id = s.delivery and (d.lease = s.lease or (s.state = 'delivered' and d.state <> 'delivered'))
)
select delivery, lease from recorded`
