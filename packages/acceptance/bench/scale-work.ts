import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { Pool } from 'undici'
import type { Partner } from '../src/partners.ts'
import type { Description } from '../src/running-system.ts'
import { plainRelease } from '../src/trip.ts'

/** Requests at a time for each address. */
const concurrency = 32
// Does not overlap the codes of other benchmarks.
let code = 3_000_000_000

/** Runs `count` pieces of work, 32 at a time for each address. */
export const inParallel = async (
  count: number,
  work: (index: number) => Promise<unknown>,
  addresses = 1,
): Promise<void> => {
  let next = 0
  const one = async () => {
    while (next < count) await work(next++)
  }
  await Promise.all(Array.from({ length: concurrency * addresses }, one))
}

/** A client that creates plain releases at an address: the gateway's with a key, or a service's with an internal token. */
export const releaseClient = (origin: string, partner: Partner, guidebook: string, seller?: string) => {
  const pool = new Pool(origin, { connections: concurrency })
  return {
    async create(authorization: string): Promise<void> {
      const { statusCode, body } = await pool.request({
        method: 'POST',
        path: '/content/release',
        headers: { authorization, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
        body: JSON.stringify(plainRelease(partner.id, guidebook, ++code, seller)),
      })
      const text = await body.text()
      if (statusCode !== 201) throw new Error(`release: ${statusCode} ${text}`)
    },
    [Symbol.asyncDispose]: () => pool.close(),
  }
}

/** Waits for the work that follows from requests, in the tables where it is recorded. */
export const openProgress = async ({ databases }: Description) => {
  const counter = async (service: string, query: string) => {
    const client = new pg.Client({ connectionString: databases[service] })
    await client.connect()
    const count = async (): Promise<number> => (await client.query(query)).rows[0].count
    return {
      /** Does the work and resolves when `more` rows have been added by it. */
      async after(more: number, work: () => Promise<unknown>): Promise<void> {
        const expected = (await count()) + more
        await work()
        while ((await count()) < expected) await delay(50)
      },
      end: () => client.end(),
    }
  }
  const built = await counter('builder', `SELECT count(*)::int AS count FROM builds WHERE state = 'done'`)
  const delivered = await counter('webhooks', `SELECT count(*)::int AS count FROM deliveries WHERE state = 'delivered'`)
  return {
    built,
    delivered,
    async [Symbol.asyncDispose]() {
      await Promise.all([built.end(), delivered.end()])
    },
  }
}
