import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { connect } from 'amqplib'
import { Pool } from 'undici'
import { signalBuilder } from '../src/kill.ts'
import type { Partner } from '../src/partners.ts'
import type { Description } from '../src/running-system.ts'
import { plainRelease } from '../src/trip.ts'
import { findPgbench } from './pgbench.ts'
import { openReleaseInserts } from './release-inserts.ts'
import { type Comparison, compare, median, rounds, summarise } from './rounds.ts'

const requests = 1_500
const atOnce = 16
const buildQueue = 'builder.release.build-requested.v1'

/**
 * Creating plain releases through the gateway, with an Idempotency-Key each, against the same rows inserted by pgbench; and how long
 * the slowest wait beside the usual one. The builder rests meanwhile: in operation it has processors of its own.
 */
export const releaseCreate = async (
  system: Description,
  partner: Partner,
  guidebook: string,
): Promise<Comparison[]> => {
  const pool = new Pool(system.baseUrl, { connections: atOnce })
  // Far from the codes of other measurements.
  let code = 1_000_000_000
  const usual = plainRelease(partner.id, guidebook, code)
  const create = async () => {
    const idempotencyKey = randomUUID()
    const { statusCode, body } = await pool.request({
      method: 'POST',
      path: '/content/release',
      headers: {
        authorization: partner.key,
        'content-type': 'application/json',
        'idempotency-key': idempotencyKey,
      },
      body: JSON.stringify({ ...usual, downloadCode: ++code }),
    })
    const created = (await body.json()) as { id: number }
    if (statusCode !== 201) throw new Error(`release: ${statusCode} ${JSON.stringify(created)}`)
    return { account: partner.id, id: created.id, idempotencyKey }
  }

  const latencies: { limit: number; subject: number }[] = []
  const measure = async (): Promise<number> => {
    const times: number[] = []
    let left = requests
    const one = async () => {
      while (left-- > 0) {
        const began = performance.now()
        await create()
        times.push(performance.now() - began)
      }
    }
    const began = performance.now()
    await Promise.all(Array.from({ length: atOnce }, one))
    const seconds = (performance.now() - began) / 1_000
    const inOrder = times.toSorted((a, b) => a - b)
    latencies.push({ limit: median(times), subject: inOrder[Math.floor(times.length * 0.99)] ?? Number.NaN })
    return requests / seconds
  }

  const rate = async (): Promise<Comparison[]> => {
    const name = `create a plain release, ${atOnce} in flight`
    const program = findPgbench()
    const database = databaseOf(system, 'releases')
    if (program === null || database === null) {
      console.log(
        `${name}\n  not measured: ${program === null ? 'pgbench is not installed' : 'PostgreSQL is not ours'}`,
      )
      for (let round = 0; round <= rounds; round++) await measure()
      return []
    }
    await using inserts = await openReleaseInserts(program, database, await create())
    const limit = { what: 'pgbench: the same rows, 8 clients', measure: inserts.rate }
    const subject = { what: 'POST through the gateway', measure }
    return [await compare({ name, unit: 'releases/s', limit, subject, target: { atLeast: 0.35 } })]
  }

  try {
    const rates = await whileBuilderRests(system, rate)
    const what = { limit: 'half are faster than', subject: '99 of 100 are faster than' }
    // As in `compare`, the first round warms up.
    const pairs = latencies.slice(1)
    const name = `the slowest of them beside the usual one`
    return [...rates, summarise({ name, unit: 'ms', ...what, pairs, target: { atMost: 10 } })]
  } finally {
    await pool.close()
  }
}

/** The database of a service, for one who may make schemas in it; null when it is not ours. */
export const databaseOf = ({ databaseUrl, databases }: Description, service: string): string | null => {
  const own = databases[service]
  if (databaseUrl === null || own === undefined) return null
  const url = new URL(databaseUrl)
  url.pathname = new URL(own).pathname
  return url.href
}

/** The orders that came meanwhile are taken away: thousands of builds would disturb whatever is measured next. */
export const whileBuilderRests = async <T>(system: Description, work: () => Promise<T>): Promise<T> => {
  signalBuilder(system, 'SIGSTOP')
  try {
    return await work()
  } finally {
    const connection = await connect(system.amqpUrl)
    const channel = await connection.createChannel()
    // Only orders that still wait in the outbox come after the queue was found empty.
    while ((await channel.purgeQueue(buildQueue)).messageCount > 0) await delay(500)
    await connection.close()
    signalBuilder(system, 'SIGCONT')
  }
}
