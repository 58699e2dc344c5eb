import { type Logger, queueMail, storedAccount } from '@guidebook/service-kit'
import { inEnglish } from '@guidebook/service-kit/outbound'
import type { Knex } from 'knex'
import type { Context } from '../context.ts'
import { createEndpointQueries } from '../endpoint/queries.ts'
import { clearFailures, countFailures, type Failures, lockEndpoints, type Streak } from '../endpoint/streak.ts'
import { type DisableReason, webhookDisabledMail } from '../endpoint/webhook-disabled-mail.ts'
import type { AttemptResult } from './send.ts'

/** The result of an attempt: its record and the delivery's next state. */
export interface SettledAttempt extends AttemptResult {
  delivery: string
  lease: string
  account: string
  /** The address that it was sent to. */
  url: string
  /** When it began. */
  at: Date
  /** The delivery's position in its schedule before it, and when it was due. A replay changes one or both. */
  attemptsMade: number
  dueAt: string
  state: 'pending' | 'delivered' | 'failed'
  nextAttemptAt: Date | null
  /** Commit time of the reported event; only for deliveries that were never replayed. */
  occurredAt: Date | null
}

/** A recorded attempt with the resulting state of its delivery; `null` when the delivery was not updated. */
export interface RecordedAttempt extends Omit<SettledAttempt, 'state'> {
  state: SettledAttempt['state'] | null
}

/** An endpoint is disabled after so long with only failures … */
const patienceMs = 5 * 24 * 3600 * 1000
/** … and so many of them: two failures a week apart do not mean a dead endpoint. */
const patienceAttempts = 10

/** The mail about a disabled endpoint needs the account, and this service has no copy of it. */
class UnknownAccountError extends Error {
  override readonly name = 'UnknownAccountError'
  readonly account: string
  constructor(account: string) {
    super('the account is not known here yet')
    this.account = account
  }
}

/**
 * `recordAttempts` in a transaction, which must not call the gateway. When the account for a mail is missing here, rolls back, asks the gateway,
 * and repeats the transaction. If the gateway is unavailable, or does not know the account either, the endpoint is disabled without a mail.
 */
export const recordWithAccounts = async (
  { database, accounts, clock, log }: Context,
  attempts: readonly SettledAttempt[],
): Promise<readonly RecordedAttempt[]> => {
  const asked = new Set<string>()
  for (;;) {
    try {
      return await database.transaction((trx) => recordAttempts(trx, attempts, clock.now(), log, asked))
    } catch (error) {
      if (!(error instanceof UnknownAccountError)) throw error
      const { account } = error
      asked.add(account)
      await accounts.find(account).catch((failure: unknown) => {
        log.warn({ account, err: failure }, 'account not read, endpoint disabled without a mail')
        // Results of other accounts wait for this, so the gateway is asked no more.
        for (const attempt of attempts) asked.add(attempt.account)
      })
    }
  }
}

/**
 * Records a batch of attempts and updates the state of their endpoints, in the caller's transaction. Returns the attempts that were
 * not recorded before, with the states of their deliveries, so that a caller may repeat it when a commit is in doubt. Results from a
 * previous address of an endpoint do not change its state. Throws an UnknownAccountError unless the account is in `asked`.
 */
export const recordAttempts = async (
  trx: Knex.Transaction,
  attempts: readonly SettledAttempt[],
  now: Date,
  log: Logger,
  asked: ReadonlySet<string> = new Set(),
): Promise<readonly RecordedAttempt[]> => {
  const failed = attempts.filter(isFailure)
  const urls = await lockEndpoints(trx, attempts.map(accountOf), failed.map(accountOf))
  // `false` also for acknowledged attempts of endpoints without failures: nothing changes for these.
  const isCurrent = ({ account, url }: Pick<SettledAttempt, 'account' | 'url'>) => urls.get(account) === url
  // Replicas of the previous version show the sentence.
  const stored = attempts.map((one) => ({
    ...one,
    isFromOldAddress: !isCurrent(one),
    explanation: one.reason,
    reason: one.reason && inEnglish(one.reason),
  }))
  const { rows } = await trx.raw(settleSql, { attempts: JSON.stringify(stored), now })
  const recorded = recordedOf(attempts, rows)
  const byAccount = [...Map.groupBy(recorded.filter(isCurrent), accountOf)]
  const working = byAccount.filter(isWorking)
  const failing = byAccount
    .filter((entry) => !isWorking(entry))
    .map(([account, own]): OfAccount => [account, own.filter(isFailure)])
  await clearFailures(
    trx,
    working.map(([account]) => account),
  )
  const streaks = await countFailures(trx, failing.map(failuresOf), now)
  for (const [account, own] of failing) {
    const streak = streaks.find((counted) => counted.account === account)
    const reason = endOf(own, streak, now)
    if (reason !== null && (await disableEndpoint(trx, account, { reason, now, asked }))) {
      log.warn({ account, reason }, 'endpoint disabled')
    }
  }
  return recorded
}

/** The attempts in `rows`, with the resulting states of their deliveries. */
const recordedOf = (attempts: readonly SettledAttempt[], rows: readonly RecordedRow[]): RecordedAttempt[] => {
  const keyOf = ({ delivery, lease }: Pick<SettledAttempt, 'delivery' | 'lease'>) => `${delivery} ${lease}`
  const states = new Map(rows.map((row) => [keyOf(row), row.state]))
  return attempts
    .filter((one) => states.has(keyOf(one)))
    .map((one) => ({ ...one, state: states.get(keyOf(one)) ?? null }))
}

type RecordedRow = Pick<RecordedAttempt, 'delivery' | 'lease' | 'state'>

/**
 * Whether a failure leaves the delivery pending and due: the address of its endpoint was replaced during the attempt, or a replay began a
 * new schedule. Used in the update itself, which also sees a replay that was committed after the statement began.
 */
const staysDue = `s.state <> 'delivered' and (s."isFromOldAddress"
  or (s.outcome <> 'gone' and (d.attempts_made < s."attemptsMade" or d.next_attempt_at > s."dueAt")))`

/**
 * Records attempts and updates their deliveries. Returns the attempts that were not recorded before. When the lease has passed to another
 * dispatcher, the delivery keeps the state from there, unless this attempt was acknowledged: an acknowledgement is always final. It settles at
 * `now`, like the failures of its endpoint, so that a recovery since `failing_since` includes it, however long the attempt took.
 */
const settleSql = `
with settled as (
  select * from json_to_recordset(:attempts::json) as s (
    delivery uuid, lease uuid, "isFromOldAddress" boolean, "attemptsMade" integer, "dueAt" timestamptz,
    at timestamptz, state text, "nextAttemptAt" timestamptz,
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
    state = case when ${staysDue} then d.state else s.state end,
    attempts_made = case when ${staysDue} then d.attempts_made else d.attempts_made + 1 end,
    next_attempt_at = case when ${staysDue} then d.next_attempt_at else s."nextAttemptAt" end,
    settled_at = case when ${staysDue} then d.settled_at when s.state <> 'pending' then :now::timestamptz end,
    leased_until = null,
    lease = null
  from settled s
  where d.id = s.delivery and (d.lease = s.lease or (s.state = 'delivered' and d.state <> 'delivered'))
  returning s.delivery, s.lease, d.state
)
select r.delivery, r.lease, m.state from recorded r left join moved m using (delivery, lease)`

const accountOf = ({ account }: Pick<SettledAttempt, 'account'>): string => account

const isFailure = ({ outcome }: AttemptResult): boolean => outcome !== 'acknowledged'

type OfAccount = [account: string, attempts: readonly RecordedAttempt[]]

/** A 410 counts whatever else was recorded with it: its delivery is not repeated. */
const isWorking = ([, attempts]: OfAccount): boolean =>
  attempts.some((one) => !isFailure(one)) && !attempts.some(({ outcome }) => outcome === 'gone')

const failuresOf = ([account, attempts]: OfAccount): Failures => ({
  account,
  attempts: attempts.length,
  beganAt: new Date(Math.max(...attempts.map(({ at }) => at.getTime()))),
  ownFault: attempts.every(({ outcome }) => outcome === 'proxy-failed'),
  askedPauseMs: Math.max(...attempts.map(({ retryAfterMs }) => retryAfterMs ?? 0)),
})

const endOf = (attempts: readonly RecordedAttempt[], streak: Streak | undefined, now: Date): DisableReason | null => {
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
  { reason, now, asked }: { reason: DisableReason; now: Date; asked: ReadonlySet<string> },
): Promise<boolean> => {
  const endpoint = await createEndpointQueries(trx).disable(account, reason, now)
  if (endpoint === undefined) return false
  const owner = await storedAccount(trx, account)
  if (owner === null && !asked.has(account)) throw new UnknownAccountError(account)
  if (owner !== null) {
    const mail = webhookDisabledMail(owner, endpoint.url, reason)
    await queueMail(trx, mail, { about: null, kind: 'webhook-off', account })
  }
  return true
}
