import { randomUUID } from 'node:crypto'
import { operations } from '@guidebook/contracts'
import { eventually, partnerIdentity } from '@guidebook/service-kit/test'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Fixture, startFixture } from './fixture.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await startFixture({
    WEBHOOK_RATE_PER_ENDPOINT: '20',
    // Some receivers never respond.
    WEBHOOK_TIMEOUT: '2s',
    WEBHOOK_CONCURRENCY: '16',
    WEBHOOK_CONCURRENCY_PER_ENDPOINT: '4',
  })
})
afterAll(() => fixture[Symbol.asyncDispose]())
beforeEach(() => {
  fixture.receiver.received.length = 0
  fixture.receiver.answer = (_request, response) => response.writeHead(204).end()
})

const setWebhook = async (path: string) => {
  const account = randomUUID()
  await fixture.setWebhook(account, path)
  return account
}
const share = (account: string, times = 1) => Promise.all(Array.from({ length: times }, () => fixture.share(account)))
const count = async (account: string, state: string) => {
  const rows = await fixture.database.knex('deliveries').where({ account, state }).count({ count: '*' })
  return Number(rows[0]?.count)
}
const attemptsOf = async (account: string) => {
  const rows = await fixture.database
    .knex('attempts')
    .join('deliveries', 'deliveries.id', 'attempts.delivery')
    .where({ account })
    .count({ count: '*' })
  return Number(rows[0]?.count)
}
const readWebhook = async (account: string) => {
  const { body } = await fixture.gateway.call(operations.readWebhook, { identity: partnerIdentity({ id: account }) })
  return body
}
const underWay = async (account: string) => {
  const rows = await fixture.database.knex('deliveries').where({ account }).whereNotNull('lease').count({ count: '*' })
  return Number(rows[0]?.count)
}

it('five dispatchers together respect the limit of concurrent attempts to an endpoint, and send no delivery twice', async () => {
  const replicas = await Promise.all([1, 2, 3, 4].map(() => fixture.startReplica()))
  const account = await setWebhook('/slow')
  let now = 0
  let most = 0
  fixture.receiver.answer = (_request, response) => {
    most = Math.max(most, ++now)
    setTimeout(() => {
      now--
      response.writeHead(204).end()
    }, 20)
  }
  await share(account, 40)
  await eventually(async () => {
    fixture.clock.advance(1_000)
    return (await count(account, 'delivered')) === 40
  })
  expect(most).toBeLessThanOrEqual(4)
  const ids = fixture.receiver.received.map(({ headers }) => headers['webhook-id'])
  expect(ids).toHaveLength(40)
  expect(new Set(ids).size).toBe(40)
  await Promise.all(replicas.map((replica) => replica.stop()))
})

it('the attempts per second to an endpoint are limited', async () => {
  const account = await setWebhook('/quick')
  await share(account, 50)
  await eventually(async () => (await count(account, 'delivered')) === 20)
  await eventually(async () => (await count(account, 'pending')) === 30)
  fixture.clock.advance(500)
  await eventually(async () => (await count(account, 'delivered')) === 30)
  fixture.clock.advance(10_000)
  await eventually(async () => (await count(account, 'delivered')) === 50)
})

it('a failing endpoint is probed by one delivery at a time with growing pauses, and resumes when it works again', async () => {
  fixture.receiver.answer = (_request, response) => response.writeHead(500).end()
  const account = await setWebhook('/failing')
  await share(account, 15)
  await eventually(async () => (await underWay(account)) === 0 && (await attemptsOf(account)) >= 5)
  let attempts = await attemptsOf(account)
  expect(attempts).toBeLessThanOrEqual(8)
  for (const seconds of [10, 20, 40, 80, 160, 300, 300]) {
    const { pausedUntil } = await readWebhook(account)
    const pause = Date.parse(pausedUntil ?? '') - fixture.clock.now().getTime()
    expect(pause).toBe(seconds * 1000)
    fixture.clock.advance(pause)
    await eventually(async () => (await attemptsOf(account)) === attempts + 1)
    attempts++
  }
  fixture.receiver.answer = (_request, response) => response.writeHead(204).end()
  fixture.clock.advance(300_000)
  await eventually(async () => (await readWebhook(account)).failingSince === null)
  expect(await readWebhook(account)).toMatchObject({ enabled: true, pausedUntil: null })
  // Deliveries without a failure are due at once; the others follow their schedule.
  await eventually(async () => {
    fixture.clock.advance(60_000)
    return (await count(account, 'delivered')) === 15
  })
})

it('Retry-After pauses all deliveries to the receiver, for at most five minutes', async () => {
  fixture.receiver.answer = (_request, response) => response.writeHead(429, { 'retry-after': '7200' }).end()
  const account = await setWebhook('/busy')
  await share(account)
  await eventually(async () => (await readWebhook(account)).pausedUntil)
  const { pausedUntil } = await readWebhook(account)
  expect(Date.parse(pausedUntil ?? '') - fixture.clock.now().getTime()).toBe(300_000)
  fixture.receiver.answer = (_request, response) => response.writeHead(204).end()
  await share(account)
  const other = await setWebhook('/free')
  await share(other)
  await eventually(async () => (await count(other, 'delivered')) === 1)
  expect(await attemptsOf(account)).toBe(1)
  fixture.clock.advance(300_000)
  await eventually(async () => (await count(account, 'delivered')) === 1)
  expect(await count(account, 'pending')).toBe(1)
})

it('the pause and the rate that a replica with a clock an hour ahead has recorded do not hold deliveries back', async () => {
  const account = await setWebhook('/ahead')
  const { knex } = fixture.database
  const ahead = new Date(fixture.clock.now().getTime() + 3_600_000)
  await knex('endpoints').where({ account }).update({ allowance: 0, allowance_at: ahead, paused_until: ahead })
  expect((await readWebhook(account)).pausedUntil).toBeNull()
  await share(account)
  await eventually(async () => (await count(account, 'delivered')) === 1)
  const { allowance_at } = await knex('endpoints').where({ account }).first('allowance_at')
  expect(allowance_at).toEqual(fixture.clock.now())
})

it('failures are counted while a share is being stored', async () => {
  const account = await setWebhook('/sharing')
  const { promise: arrived, resolve } = Promise.withResolvers<() => void>()
  fixture.receiver.answer = (request, response) =>
    request.url?.endsWith('/sharing') ? resolve(() => response.writeHead(500).end()) : response.writeHead(204).end()
  await share(account)
  const refuse = await arrived
  // A share locks the endpoint like this until it is stored.
  const storing = await fixture.database.knex.transaction()
  await storing.raw('select from endpoints where account = :account for key share', { account })
  refuse()
  await eventually(async () => (await readWebhook(account)).failingSince)
  await storing.rollback()
})

it('paused endpoints take no turn of others', async () => {
  // Paused endpoints with waiting deliveries fill all places; each is longer unserved than the working endpoint.
  fixture.receiver.answer = (request, response) =>
    request.url?.endsWith('/never') ? undefined : response.writeHead(204).end()
  const stuck = await Promise.all(Array.from({ length: 4 }, () => setWebhook('/never')))
  await Promise.all(stuck.map((account) => share(account, 20)))
  await eventually(async () => (await underWay(stuck[0] ?? '')) > 0)
  const account = await setWebhook('/works')
  await share(account, 10)
  await eventually(async () => {
    fixture.clock.advance(100)
    return (await count(account, 'delivered')) === 10
  })
  for (const each of stuck) expect(await count(each, 'delivered')).toBe(0)
})

const day = 24 * 3_600_000

/** Lets days pass, each half with a share and the attempt that it leads to. */
const shareTwiceADay = async (account: string, days: number) => {
  for (let half = 0; half < days * 2; half++) {
    const before = await attemptsOf(account)
    await share(account)
    await eventually(async () => {
      const { enabled, pausedUntil } = await readWebhook(account)
      return !enabled || (await attemptsOf(account)) > before || pausedUntil !== null
    })
    fixture.clock.advance(day / 2)
  }
}

it('five days with only failures disable an endpoint, a success in between prevents it', async () => {
  fixture.receiver.answer = (_request, response) => response.writeHead(500).end()
  const account = await setWebhook('/dead')
  await shareTwiceADay(account, 4)
  fixture.receiver.answer = (_request, response) => response.writeHead(204).end()
  await share(account)
  await eventually(async () => (await readWebhook(account)).failingSince === null)
  fixture.receiver.answer = (_request, response) => response.writeHead(500).end()
  await shareTwiceADay(account, 4)
  expect((await readWebhook(account)).enabled).toBe(true)
  await shareTwiceADay(account, 2)
  expect(await readWebhook(account)).toMatchObject({
    enabled: false,
    disabledReason: 'Every attempt in the last five days failed.',
  })
  await eventually(async () => (await count(account, 'pending')) === 0)
})

it('a few failures far apart do not disable an endpoint', async () => {
  fixture.receiver.answer = (_request, response) => response.writeHead(500).end()
  const account = await setWebhook('/seldom')
  await share(account)
  await eventually(async () => (await attemptsOf(account)) === 1)
  fixture.clock.advance(6 * day)
  await eventually(async () => (await attemptsOf(account)) === 2)
  expect((await readWebhook(account)).enabled).toBe(true)
})
