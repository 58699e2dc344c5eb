import { Pool } from 'undici'
import { eventually } from '../src/eventually.ts'
import type { Partner } from '../src/partners.ts'
import type { Description } from '../src/running-system.ts'
import { plainRelease } from '../src/trip.ts'
import { startBareServer } from './bare-server.ts'
import { rate } from './gateway.ts'
import { type Comparison, compare, median, timed } from './rounds.ts'

const requests = 1_500

const textOf = async (origin: string, path: string, authorization: string): Promise<string> => {
  const response = await fetch(new URL(path, origin), { headers: { authorization } })
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
  return await response.text()
}

/**
 * Reads a release through the gateway: responses per second compared to a bare Koa route, and the latency that the gateway adds. `token`
 * returns a token like the gateway's.
 */
export const releaseRead = async (
  system: Description,
  partner: Partner,
  guidebook: string,
  token: () => Promise<string>,
): Promise<Comparison[]> => {
  const release = plainRelease(partner.id, guidebook, 900_000_001)
  const { body: created } = await partner.client.send<{ link: string }>('POST', '/content/release', release)
  const path = `/content/release/${partner.id}/${created.link}`
  const key = async () => partner.key
  // The record changes until the release is built.
  await eventually('the build of the release', 90_000, async () => {
    return (await partner.client.send<{ pdfAvailable: boolean }>('GET', path)).body.pdfAvailable
  })

  const record = await textOf(system.baseUrl, path, partner.key)
  await using bare = await startBareServer('./bare-release.ts', JSON.parse(record))
  if ((await textOf(bare.origin, path, partner.key)) !== record)
    throw new Error('the bare route returns a different response')

  const direct = system.services.releases?.url ?? ''
  return [
    await compare({
      name: 'read a release through the gateway',
      unit: 'responses/s',
      limit: { what: 'a bare Koa route, checked, the same bytes', measure: () => rate(bare.origin, path, key) },
      subject: { what: 'through the gateway', measure: () => rate(system.baseUrl, path, key) },
      target: { atLeast: 0.5 },
    }),
    await compare({
      name: 'latency that the gateway adds to reading a release, one request at a time',
      unit: 'µs',
      limit: { what: 'the service itself', measure: () => latency(direct, path, token) },
      subject: { what: 'through the gateway', measure: () => latency(system.baseUrl, path, key) },
      ratioOf: (through, itself) => (through - itself) / itself,
      target: { atMost: 0.5 },
    }),
  ]
}

/** The median latency of sequential requests in microseconds. */
const latency = async (origin: string, path: string, authorization: () => Promise<string>): Promise<number> => {
  const pool = new Pool(origin, { connections: 1 })
  const headers = { authorization: await authorization() }
  const times: number[] = []
  for (let sent = 0; sent < requests; sent++) {
    const ms = await timed(async () => {
      const { statusCode, body } = await pool.request({ method: 'GET', path, headers })
      await body.dump()
      if (statusCode !== 200) throw new Error(`${path}: ${statusCode}`)
    })
    times.push(ms * 1_000)
  }
  await pool.close()
  return median(times)
}
