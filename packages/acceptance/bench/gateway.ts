import { Pool } from 'undici'
import type { Partner } from '../src/partners.ts'
import type { Description } from '../src/running-system.ts'
import { type Comparison, compare } from './rounds.ts'

const concurrency = 32

/** Responses per second with 32 requests in flight. */
export const rate = async (
  origin: string,
  path: string,
  authorization: () => Promise<string>,
  requests = 6_000,
): Promise<number> => {
  const pool = new Pool(origin, { connections: concurrency })
  let left = requests
  const began = performance.now()
  const one = async () => {
    while (left-- > 0) {
      const { statusCode, body } = await pool.request({
        method: 'GET',
        path,
        headers: { authorization: await authorization() },
      })
      await body.dump()
      if (statusCode !== 200) throw new Error(`${path}: ${statusCode}`)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, one))
  const seconds = (performance.now() - began) / 1000
  await pool.close()
  return requests / seconds
}

/** A small JSON response through the gateway, compared to a direct request to the service. `token` returns a token like the gateway's. */
export const gateway = (
  system: Description,
  partner: Partner,
  path: string,
  token: () => Promise<string>,
): Promise<Comparison> =>
  compare({
    name: 'a small JSON response through the gateway',
    unit: 'responses/s',
    limit: { what: 'the service itself', measure: () => rate(system.services.geodata?.url ?? '', path, token) },
    subject: { what: 'through the gateway', measure: () => rate(system.baseUrl, path, async () => partner.key) },
    target: { atLeast: 0.6 },
  })
