import { setTimeout as delay } from 'node:timers/promises'
import type { Description } from '../src/running-system.ts'
import { residentMebibytes } from './memory.ts'
import type { Comparison } from './rounds.ts'
import type { WaitingDeliveries } from './waiting-deliveries.ts'
import type { Endpoint } from './webhook-endpoints.ts'

const few = 2_500
const many = 100_000
const seconds = 10

/** Peak memory of the service while it sends, with 100,000 pending deliveries compared to 2,500. */
export const webhookMemory = async (
  system: Description,
  waiting: WaitingDeliveries,
  endpoints: readonly Endpoint[],
  body: string,
): Promise<Comparison> => {
  const accounts = endpoints.map(({ account }) => account)
  await waiting.insert(accounts, few, body)
  const before = await peakMebibytes(system, waiting.allSettled(accounts))
  await waiting.insert(accounts, many, body)
  const pendingBefore = await waiting.pending(accounts)
  const after = await peakMebibytes(system, delay(seconds * 1_000))
  const left = await waiting.pending(accounts)
  if (left === pendingBefore) throw new Error('no pending delivery was sent')
  await waiting.disable(accounts)
  await waiting.deletePending(accounts)
  await waiting.enable(accounts)
  return {
    name: `memory of webhooks while it sends, ${many} pending`,
    limit: { what: `${few} pending`, value: before, unit: 'MiB' },
    subject: { what: `${pendingBefore - left} sent, ${left} left`, value: after, unit: 'MiB' },
    ratio: after / before,
    target: { atMost: 1.3 },
  }
}

const peakMebibytes = async (system: Description, work: Promise<unknown>): Promise<number> => {
  let peak = 0
  let isDone = false
  const watched = work.finally(() => {
    isDone = true
  })
  while (!isDone) {
    peak = Math.max(peak, residentMebibytes(system, 'webhooks'))
    await delay(100)
  }
  await watched
  return peak
}
