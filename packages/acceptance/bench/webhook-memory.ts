import { setTimeout as delay } from 'node:timers/promises'
import type { Description } from '../src/running-system.ts'
import { residentMebibytes } from './memory.ts'
import type { Comparison } from './rounds.ts'
import type { WaitingDeliveries } from './waiting-deliveries.ts'
import type { Endpoint } from './webhook-endpoints.ts'

const few = 2_500
const many = 100_000
const seconds = 10

/** The most that the service has in memory while it sends, with very many waiting beside few. */
export const webhookMemory = async (
  system: Description,
  waiting: WaitingDeliveries,
  endpoints: readonly Endpoint[],
  body: string,
): Promise<Comparison> => {
  const accounts = endpoints.map(({ account }) => account)
  await waiting.insert(accounts, few, body)
  const before = await mostMebibytes(system, waiting.allSettled(accounts))
  await waiting.insert(accounts, many, body)
  const began = await waiting.pending(accounts)
  const after = await mostMebibytes(system, delay(seconds * 1_000))
  const left = await waiting.pending(accounts)
  if (left === began) throw new Error('none of those that waited was sent')
  await waiting.close(accounts)
  await waiting.drop(accounts)
  await waiting.open(accounts)
  return {
    name: `memory of webhooks while it sends, ${many} waiting`,
    limit: { what: `${few} waiting`, value: before, unit: 'MiB' },
    subject: { what: `${began - left} sent, ${left} left`, value: after, unit: 'MiB' },
    ratio: after / before,
    target: { atMost: 1.3 },
  }
}

const mostMebibytes = async (system: Description, work: Promise<unknown>): Promise<number> => {
  let most = 0
  let isDone = false
  const watched = work.finally(() => {
    isDone = true
  })
  while (!isDone) {
    most = Math.max(most, residentMebibytes(system, 'webhooks'))
    await delay(100)
  }
  await watched
  return most
}
