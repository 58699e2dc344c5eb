import { setTimeout as sleep } from 'node:timers/promises'
import { Type } from 'typebox'
import { expect, test, vi } from 'vitest'
import { createServicePool } from '../src/client/service-pool.ts'
import { createApp } from '../src/http/app.ts'
import { type HttpServer, httpServer } from '../src/http/server.ts'
import { createLogger, meter, route } from '../src/index.ts'
import { startBalancer } from '../src/test/balancer.ts'
import { operation } from './http/test-app.ts'

const number = Type.Object({ number: Type.Integer() })
const write = operation({
  method: 'POST',
  path: '/numbers',
  body: number,
  responses: { 201: { description: 'Stored.', body: number } },
})

/** A replica that stores the numbers it receives in the list. */
async function startReplica(stored: number[]): Promise<HttpServer> {
  const log = createLogger({ service: 'geodata', level: 'silent' })
  const store = route(write, async ({ body }) => {
    await sleep(Math.random() * 4)
    stored.push(body.number)
    return { status: 201 as const, body }
  })
  const app = createApp({
    service: 'geodata',
    routes: [store],
    verifier: null,
    log,
    metrics: meter('geodata'),
    maxBodyBytes: 1_000_000,
    publicUrl: 'https://guide.example',
  })
  const server = httpServer(app, { host: '127.0.0.1', port: 0 })
  await server.start?.()
  return server
}

const post = (pool: ReturnType<typeof createServicePool>, number: number) =>
  pool.request({
    method: 'POST',
    path: '/numbers',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ number }),
  })

test('replicas that restart behind a balancer fail no request, and handle each once', async () => {
  const stored: number[] = []
  const replicas = [await startReplica(stored), await startReplica(stored)]
  await using balancer = await startBalancer(replicas.map(({ url }) => url))
  const [idleMs, delayMs] = [100, 300]
  const pool = createServicePool(balancer.url, { connections: 16, idleMs })
  const failures: unknown[] = []
  let sent = 0
  let isOver = false
  const client = async (_: unknown, index: number) => {
    while (!isOver) {
      try {
        const { statusCode, body } = await post(pool, sent++)
        await body.dump()
        if (statusCode !== 201) failures.push(statusCode)
      } catch (error) {
        failures.push(error)
      }
      // Some connections are busy all the time, others become idle and may be used at the moment at which a server closes them.
      await sleep(Math.random() * 20 * (index + 1))
    }
  }
  const clients = Promise.all(Array.from({ length: 10 }, client))
  /** Resolves when so many further requests have been sent. */
  const more = (count: number, until = sent + count) => vi.waitUntil(() => sent >= until, { timeout: 60_000 })
  for (let restart = 0; restart < 6; restart++) {
    await more(20)
    const leaving = replicas.shift() as HttpServer
    const { url } = leaving
    leaving.retire?.()
    await sleep(delayMs / 2)
    balancer.remove(url)
    await sleep(delayMs / 2)
    await leaving.stop?.()
    const next = await startReplica(stored)
    replicas.push(next)
    balancer.add(next.url)
  }
  isOver = true
  await clients
  expect(failures).toEqual([])
  expect(stored.toSorted((one, other) => one - other)).toEqual(Array.from({ length: sent }, (_, index) => index))
  await pool.close()
  for (const replica of replicas) await replica.stop?.()
}, 120_000)

test('a new replica gets requests of a client whose connections are never idle', async () => {
  const [first, second]: [number[], number[]] = [[], []]
  const replicas = [await startReplica(first), await startReplica(second)] as const
  await using balancer = await startBalancer([replicas[0].url])
  const pool = createServicePool(balancer.url, { connections: 1, lifeMs: 100 })
  const send = async (number: number) => (await post(pool, number)).body.dump()
  await send(0)
  balancer.add(replicas[1].url)
  balancer.remove(replicas[0].url)
  for (let number = 1; second.length === 0; number++) await send(number)
  expect(first).toContain(0)
  await pool.close()
  for (const replica of replicas) await replica.stop?.()
})
