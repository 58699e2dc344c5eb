import { type Logger, queueMail, storedAccount } from '@guidebook/service-kit'
import { inEnglish } from '@guidebook/service-kit/outbound'
import type { Knex } from 'knex'
import { createEndpointQueries } from '../endpoint/queries.ts'
import { clearFailures, countFailures, type Failures, type Streak } from '../endpoint/streak.ts'
import { type DisableReason, webhookDisabledMail } from '../endpoint/webhook-disabled-mail.ts'
import type { AttemptResult } from './send.ts'

/** The result of an attempt: its record and the delivery's next state. */
export interface SettledAttempt extends AttemptResult {
  delivery: string
  lease: string
  account: string
  at: Date
  state: 'pending' | 'delivered' | 'failed'
  nextAttemptAt: Date | null
  /** Commit time of the reported event; only for deliveries that were never replayed. */
  occurredAt: Date | null
}

/** An endpoint is disabled after so long with only failures … */
const patienceMs = 5 * 24 * 3600 * 1000
/** … and so many of them: two failures a week apart do not mean a dead endpoint. */
const patienceAttempts = 10

/**
 * Records a batch of attempts and updates the state of their endpoints, in the caller's transaction. Returns the attempts that were
 * not recorded before, so that a caller may repeat it when a commit is in doubt.
 */
export const recordAttempts = async (
  trx: Knex.Transaction,
  attempts: readonly SettledAttempt[],
  now: Date,
  log: Logger,
): Promise<readonly SettledAttempt[]> => {
  // Replicas of the previous version show the sentence.
  const stored = attempts.map((one) => ({
    ...one,
    explanation: one.reason,
    reason: one.reason && inEnglish(one.reason),
  }))
  const { rows } = await trx.raw(settleSql, { attempts: JSON.stringify(stored) })
  const known = new Set(rows.map(({ delivery, lease }: SettledAttempt) => `${delivery} ${lease}`))
  const recorded = attempts.filter(({ delivery, lease }) => known.has(`${delivery} ${lease}`))
  const byAccount = [...Map.groupBy(recorded, ({ account }) => account)]
  const [working, failing] = [byAccount.filter(isWorking), byAccount.filter((entry) => !isWorking(entry))]
  await clearFailures(
    trx,
    working.map(([account]) => account),
  )
  const streaks = await countFailures(trx, failing.map(failuresOf), now)
  for (const [account, own] of failing) {
    const streak = streaks.find((counted) => counted.account === account)
    const reason = endOf(own, streak, now)
    if (reason !== null && (await disableEndpoint(trx, account, reason, now))) {
      log.warn({ account, reason }, 'endpoint disabled')
    }
  }
  return recorded
}

/**
 * Records attempts and updates their deliveries. Returns the attempts that were not recorded before. When the lease has passed to another
 * dispatcher, the delivery keeps the state from there, unless this attempt was acknowledged: an acknowledgement is always final.
 */
const settleSql = `
with settled as (
  select * from json_to_recordset(:attempts::json) as s (
    delivery uuid, lease uuid, at timestamptz, state text, "nextAttemptAt" timestamptz,
    status integer, "durationMs" integer, outcome text, response text, reason text, explanation jsonb)
), recorded as (
  insert into attempts (delivery, lease, at, status, duration_ms, outcome, response, reason, explanation)
  select s.delivery, s.lease, s.at, s.status, s."durationMs", s.outcome, s.response, s.reason, s.explanation
  from settled s
  where exists (select from deliveries d where d.id = s.delivery)
  on conflict (delivery, lease) do nothing
  returning delivery, lease
), moved as (
  update deliveries d set
    state = s.state,
    attempts_made = d.attempts_made + 1,
    next_attempt_at = s."nextAttemptAt",
    settled_at = case when s.state = 'pending' then null else s.at end,
    leased_until = null,
    lease = null
  from settled s
  where d.id = s.delivery and (d.lease = s.lease or (s.state = 'delivered' and d.state <> 'delivered'))
)
select delivery, lease from recorded`

type OfAccount = [account: string, attempts: readonly SettledAttempt[]]

const isWorking = ([, attempts]: OfAccount): boolean => attempts.some(({ state }) => state === 'delivered')

const failuresOf = ([account, attempts]: OfAccount): Failures => ({
  account,
  attempts: attempts.length,
  ownFault: attempts.every(({ outcome }) => outcome === 'proxy-failed'),
  askedPauseMs: Math.max(...attempts.map(({ retryAfterMs }) => retryAfterMs ?? 0)),
})

const endOf = (attempts: readonly SettledAttempt[], streak: Streak | undefined, now: Date): DisableReason | null => {
  if (attempts.some(({ outcome }) => outcome === 'gone')) return 'gone'
  if (!streak?.since || streak.failures < patienceAttempts) return null
  return now.getTime() - streak.since.getTime() >= patienceMs ? 'nothing-but-failures' : null
}

/**
 * Disables an endpoint and queues a mail to the account. Its pending deliveries fail later (`createFailPendingLoop`): the records of all accounts wait
 * for this transaction. Returns `false` when it was disabled before.
 */
const disableEndpoint = async (
  trx: Knex.Transaction,
  account: string,
  reason: DisableReason,
  now: Date,
): Promise<boolean> => {
  const endpoint = await createEndpointQueries(trx).disable(account, reason, now)
  if (endpoint === undefined) return false
  const owner = await storedAccount(trx, account)
  if (owner !== null) {
    const mail = webhookDisabledMail(owner, endpoint.url, reason)
    await queueMail(trx, mail, { about: null, kind: 'webhook-off', account })
  }
  return true
}
