import type { Logger } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import { disableEndpoint } from '../endpoint/disable-endpoint.ts'
import { clearFailures, countFailures, type Failures, type Streak } from '../endpoint/streak.ts'
import type { EndReason } from '../endpoint/switched-off-mail.ts'
import { type SettledAttempt, settle } from './settle.ts'

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
  const recorded = await settle(trx, attempts)
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

type OfAccount = [account: string, attempts: readonly SettledAttempt[]]

const isWorking = ([, attempts]: OfAccount): boolean => attempts.some(({ state }) => state === 'delivered')

const failuresOf = ([account, attempts]: OfAccount): Failures => {
  const asked = attempts.map(({ result }) => result.retryAfterMs ?? 0)
  const longest = Math.max(...asked)
  const ownFault = attempts.every(({ result }) => result.outcome === 'proxy-failed')
  return { account, attempts: attempts.length, ownFault, askedPauseMs: longest > 0 ? longest : null }
}

const endOf = (attempts: readonly SettledAttempt[], streak: Streak | undefined, now: Date): EndReason | null => {
  if (attempts.some(({ result }) => result.outcome === 'gone')) return 'gone'
  if (!streak?.since || streak.failures < patienceAttempts) return null
  return now.getTime() - streak.since.getTime() >= patienceMs ? 'nothing-but-failures' : null
}
