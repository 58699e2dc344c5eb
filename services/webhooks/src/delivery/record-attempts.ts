import type { Logger } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import { disableEndpoint } from '../endpoint/disable-endpoint.ts'
import { createEndpointQueries } from '../endpoint/queries.ts'
import { createDeliveryQueries, type SettledAttempt } from './queries.ts'

/** An endpoint is switched off after so long a time with nothing but failures … */
const patienceMs = 5 * 24 * 3600 * 1000
/** … and so many of them: two failures a week apart are no dead endpoint. */
const patienceAttempts = 10

/** Records a batch of attempts and what they say about their endpoints, in the caller's transaction. */
export const recordAttempts = async (
  trx: Knex.Transaction,
  attempts: readonly SettledAttempt[],
  now: Date,
  log: Logger,
): Promise<void> => {
  await createDeliveryQueries(trx).settle(attempts)
  const endpoints = createEndpointQueries(trx)
  // Endpoints in one order everywhere, so that two dispatchers that record at once can't wait for each other.
  const byAccount = [...Map.groupBy(attempts, (attempt) => attempt.account)].sort(([a], [b]) => (a < b ? -1 : 1))
  for (const [account, own] of byAccount) {
    if (own.some(({ result }) => result.outcome === 'acknowledged')) {
      await endpoints.clearFailures([account])
    } else {
      const streak = await endpoints.countFailures(account, own.length, now)
      const reason = endOf(own, streak, now)
      if (reason !== null && (await disableEndpoint(trx, account, reason, now))) {
        log.warn({ account, reason }, 'endpoint switched off')
      }
    }
  }
}

const endOf = (
  attempts: readonly SettledAttempt[],
  streak: { since: Date; failures: number } | null,
  now: Date,
): string | null => {
  if (attempts.some(({ result }) => result.outcome === 'gone')) return 'The receiver answered 410 Gone.'
  if (streak === null || streak.failures < patienceAttempts) return null
  return now.getTime() - streak.since.getTime() >= patienceMs ? 'Every attempt of the last five days failed.' : null
}
