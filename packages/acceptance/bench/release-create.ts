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
const concurrency = 16
const buildQueue = 'builder.release.build-requested.v1'

/**
 * Creates plain releases through the gateway, each with an Idempotency-Key, compared to pgbench inserting the same rows; and compares the 99th
 * percentile to the median. The builder is paused, because in operation it has other processors.
 */
export const releaseCreate = async (
  system: Description,
  partner: Partner,
  guidebook: string,
): Promise<Comparison[]> => {
  const pool = new Pool(system.baseUrl, { connections: concurrency })
  // Does not overlap the codes of other benchmarks.
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
    await Promise.all(Array.from({ length: concurrency }, one))
    const seconds = (performance.now() - began) / 1_000
    const inOrder = times.toSorted((a, b) => a - b)
    latencies.push({ limit: median(times), subject: inOrder[Math.floor(times.length * 0.99)] ?? Number.NaN })
    return requests / seconds
  }

  const rate = async (): Promise<Comparison[]> => {
    const name = `create a plain release, ${concurrency} in flight`
    const program = findPgbench()
    const database = databaseOf(system, 'releases')
    if (program === null || database === null) {
      console.log(
        `${name}\n  not measured: ${program === null ? 'pgbench is not installed' : 'the PostgreSQL server is external'}`,
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
    const rates = await whileBuilderIsPaused(system, rate)
    const what = { limit: 'median', subject: '99th percentile' }
    // As in `compare`, the first round is a warm-up.
    const pairs = latencies.slice(1)
    const name = 'latency of creating a release'
    return [...rates, summarise({ name, unit: 'ms', ...what, pairs, target: { atMost: 10 } })]
  } finally {
    await pool.close()
  }
}

/** The URL of a service's database for the administrator, who may create schemas; null when the server is external. */
export const databaseOf = ({ databaseUrl, databases }: Description, service: string): string | null => {
  const own = databases[service]
  if (databaseUrl === null || own === undefined) return null
  const url = new URL(databaseUrl)
  url.pathname = new URL(own).pathname
  return url.href
}

/** Removes the build requests of the meantime, because thousands of builds would disturb the next benchmark. */
export const whileBuilderIsPaused = async <T>(system: Description, work: () => Promise<T>): Promise<T> => {
  signalBuilder(system, 'SIGSTOP')
  try {
    return await work()
  } finally {
    const connection = await connect(system.amqpUrl)
    const channel = await connection.createChannel()
    // An empty queue may get more build requests from the outbox.
    while ((await channel.purgeQueue(buildQueue)).messageCount > 0) await delay(500)
    await connection.close()
    signalBuilder(system, 'SIGCONT')
  }
}
