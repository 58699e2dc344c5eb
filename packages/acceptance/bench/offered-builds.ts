import { setTimeout as delay } from 'node:timers/promises'
import type { Partner } from '../src/partners.ts'
import type { Description } from '../src/running-system.ts'
import { bigTrip, type Edition, freshEdition, startBareWork } from './big-trip.ts'
import { builds } from './builds.ts'
import { builderMebibytes } from './memory.ts'
import { type Comparison, median, rounds } from './rounds.ts'

const perSecond = 2
const seconds = 60
/** The target of `on-demand` for a single build: a multiple of the bare work plus an allowance. */
const single = { times: 1.2, allowanceMs: 100 }

/**
 * Two bookings of the same trip per second for a minute, each with its own build. Compares the 95th percentile to the limit for a single build,
 * and the memory of the builder's processes at the end to that after a quarter of the time.
 */
export const offeredBuilds = async (system: Description, partner: Partner): Promise<Comparison[]> => {
  const { timeToPdf } = builds(system.baseUrl, partner)
  const trip = await freshEdition(900)
  const bare = await bareWork(trip)
  const bookings = Array.from({ length: perSecond * seconds + 1 }, (_, index) =>
    JSON.stringify(bigTrip(partner.oid, 500_000 + index, trip)),
  )
  await timeToPdf('POST', bookings.pop() ?? '')

  let memoryBefore = Number.NaN
  const pending: Promise<number>[] = []
  for (const [index, body] of bookings.entries()) {
    pending.push(timeToPdf('POST', body))
    if (index === Math.floor(bookings.length / 4)) memoryBefore = builderMebibytes(system)
    await delay(1_000 / perSecond)
  }
  const times = (await Promise.all(pending)).toSorted((a, b) => a - b)
  return [
    {
      name: `${perSecond} builds per second for ${seconds} s: 95th percentile`,
      limit: { what: 'allowed for one build', value: single.times * bare + single.allowanceMs, unit: 'ms' },
      subject: { what: 'from POST to PDF available', value: percentile(times, 0.95), unit: 'ms' },
      ratio: percentile(times, 0.95) / (single.times * bare + single.allowanceMs),
      target: { atMost: 3 },
    },
    {
      name: 'memory of the builder over that minute',
      limit: { what: 'after a quarter', value: memoryBefore, unit: 'MiB' },
      subject: { what: 'at the end', value: builderMebibytes(system), unit: 'MiB' },
      ratio: builderMebibytes(system) / memoryBefore,
      target: { atMost: 1.2 },
    },
  ]
}

const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN

const bareWork = async (trip: Edition): Promise<number> => {
  await using bare = startBareWork()
  const times: number[] = []
  for (let round = 0; round <= rounds; round++) times.push(await bare.measure(trip))
  return median(times.slice(1))
}
