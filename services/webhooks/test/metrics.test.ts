import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { operations } from '@guidebook/contracts'
import { prometheusText } from '@guidebook/service-kit'
import { eventually, partnerIdentity } from '@guidebook/service-kit/test'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Fixture, startFixture } from './fixture.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await startFixture()
})
afterAll(() => fixture[Symbol.asyncDispose]())

/** The value of a line of the metrics; labels as they are written there. */
const metricOf = (text: string, line: string): number => {
  const found = text.split('\n').find((each) => each.startsWith(`${line} `))
  return Number(found?.split(' ')[1] ?? 0)
}

it('deliveries, attempts, latency and backlog have the metric names in the README', async () => {
  const account = randomUUID()
  await fixture.setWebhook(account)
  const before = await prometheusText()
  const settledBefore = metricOf(before, 'webhook_deliveries_settled_total{state="delivered"}')
  let asked = 0
  fixture.receiver.answer = (_request, response) => response.writeHead(++asked === 1 ? 500 : 204).end()
  await fixture.share(account)
  const refusals = async () => metricOf(await prometheusText(), 'webhook_attempts_total{outcome="refused"}')
  await eventually(async () => (await refusals()) > metricOf(before, 'webhook_attempts_total{outcome="refused"}'))
  fixture.clock.advance(6_000)
  const text = await eventually(async () => {
    const lines = await prometheusText()
    // What waits is counted in the database, a moment before the counters are read.
    return (
      metricOf(lines, 'webhook_deliveries_due') === 0 &&
      metricOf(lines, 'webhook_deliveries_settled_total{state="delivered"}') > settledBefore &&
      lines
    )
  })
  const names = readFileSync(new URL('../README.md', import.meta.url), 'utf8').matchAll(/`(webhook_\w+)/g)
  const missing = [...names]
    .map(([, name]) => name)
    .filter((name) => !new RegExp(`^${name}(_count)?[{ ]`, 'm').test(text))
  expect(missing).toEqual([])
  // Other test files in this process have counted before.
  const increase = (line: string) => metricOf(text, line) - metricOf(before, line)
  expect(increase('webhook_attempts_total{outcome="refused"}')).toBe(1)
  expect(increase('webhook_attempts_total{outcome="acknowledged"}')).toBe(1)
  expect(increase('webhook_deliveries_settled_total{state="delivered"}')).toBe(1)
  expect(increase('webhook_delivery_latency_seconds_count')).toBe(1)
  expect(metricOf(text, 'webhook_endpoints{state="on"}')).toBe(1)
  expect(metricOf(text, 'webhook_endpoints{state="off"}')).toBe(0)
})

it('the latency of deliveries is without replays', async () => {
  const account = randomUUID()
  await fixture.setWebhook(account)
  fixture.receiver.answer = (_request, response) => response.writeHead(204).end()
  const before = await prometheusText()
  const increase = async (line: string) => metricOf(await prometheusText(), line) - metricOf(before, line)
  const delivered = (times: number) =>
    eventually(async () => (await increase('webhook_deliveries_settled_total{state="delivered"}')) === times)
  await fixture.share(account)
  await delivered(1)
  const { id } = await fixture.database.knex('deliveries').where({ account }).first('id')
  const identity = partnerIdentity({ id: account })
  await fixture.gateway.call(operations.replayDelivery, { params: { delivery_id: id }, identity })
  await delivered(2)
  expect(await increase('webhook_delivery_latency_seconds_count')).toBe(1)
})

it('deliveries of a receiver that is paused do not count as due', async () => {
  const account = randomUUID()
  await fixture.setWebhook(account)
  const paused_until = new Date(fixture.clock.now().getTime() + 300_000)
  await fixture.database.knex('endpoints').where({ account }).update({ paused_until })
  await fixture.share(account)
  const pending = () => fixture.database.knex('deliveries').where({ account, state: 'pending' })
  await eventually(async () => (await pending()).length === 1)
  expect(metricOf(await prometheusText(), 'webhook_deliveries_due')).toBe(0)
})

it('deliveries that fail without an attempt count as settled', async () => {
  const account = randomUUID()
  await fixture.setWebhook(account)
  const { knex } = fixture.database
  const failures = async () => metricOf(await prometheusText(), 'webhook_deliveries_settled_total{state="failed"}')
  const before = await failures()
  const now = fixture.clock.now()
  const waiting = { id: randomUUID(), account, webhook_id: randomUUID(), kind: 'release.shared', body: '{}' }
  await knex('deliveries').insert({ ...waiting, created_at: now, next_attempt_at: new Date(now.getTime() + 60_000) })
  await knex('endpoints').where({ account }).update({ enabled: false })
  await eventually(async () => (await failures()) === before + 1)
  await fixture.share(account)
  await eventually(async () => (await failures()) === before + 2)
})
