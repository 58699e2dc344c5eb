/** A gateway and a service are replaced while partners use them: no request fails, and none reaches the service twice. */
import { setTimeout as sleep } from 'node:timers/promises'
import { createServicePool } from '@guidebook/service-kit'
import { startBalancer } from '@guidebook/service-kit/test'
import { expect, test, vi } from 'vitest'
import { json } from './fake-service.ts'
import { startFixture } from './fixture.ts'

/** Longer than a connection without requests lasts. */
const delayMs = 5_000

test('replicas of the gateway restart while partners send requests: none fails or is sent twice', async () => {
  await using fixture = await startFixture({ SHUTDOWN_DELAY: `${delayMs}ms` })
  const { key = '' } = await fixture.account()
  const replicas = [fixture.gateway, await fixture.startReplica()]
  await using balancer = await startBalancer(replicas.map(({ url }) => url))
  fixture.fakes.geodata.answer((_, response) => json(response, 201, { id: 'a' }))
  fixture.fakes.geodata.received.length = 0

  const pool = createServicePool(balancer.url, { connections: 8 })
  const failures: unknown[] = []
  let sent = 0
  let isOver = false
  const client = async (_: unknown, index: number) => {
    for (; !isOver; await sleep(50 + Math.random() * 200 * index)) {
      sent++
      try {
        const { statusCode, body } = await pool.request({
          method: 'POST',
          path: '/content/library',
          headers: { authorization: key, 'content-type': 'application/json' },
          body: JSON.stringify({ names: { en: `library ${sent}` } }),
        })
        await body.dump()
        if (statusCode !== 201) failures.push(statusCode)
      } catch (error) {
        failures.push(error)
      }
    }
  }
  const clients = Promise.all(Array.from({ length: 5 }, client))
  await vi.waitUntil(() => sent > 20, { timeout: 30_000 })
  const [leaving, staying] = replicas
  const stopped = leaving?.stop()
  const readiness = await fetch(`${leaving?.healthUrl}/readyz`)
  expect([readiness.status, await readiness.json()]).toEqual([503, expect.objectContaining({ status: 'draining' })])
  balancer.remove(leaving?.url ?? '')
  await stopped
  const before = sent
  await vi.waitUntil(() => sent > before + 20, { timeout: 30_000 })
  isOver = true
  await clients
  expect(failures).toEqual([])
  expect(fixture.fakes.geodata.received).toHaveLength(sent)
  await pool.close()
  await staying?.stop()
}, 90_000)
