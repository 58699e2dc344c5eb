import { operations, validate } from '@guidebook/contracts'
import type { Knex } from 'knex'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { emit, Poison, type ReceivedMessage, Unavailable } from '../src/broker/index.ts'
import { type Database, openDatabase } from '../src/database/database.ts'
import type { OperationRequest, Route } from '../src/http/route.ts'
import { currentRequestId, withRequestId } from '../src/request-id.ts'
import { breakableProxy, eventually, testVirtualHost } from '../src/test/index.ts'
import { declare, depthOf, Stack, urlOf, withChannel } from './fixture.ts'

const type = 'guidebook.changed.v1'
const queue = `releases.${type}`
type Message = ReceivedMessage<typeof type>
const quickly = { firstPauseMs: 10, longestPauseMs: 40 }

const databases = new Stack()
let stack: Stack
let url: string
let sender: Database
let receiver: Database

beforeAll(async () => {
  sender = await databases.database('geodata')
  receiver = await databases.database('releases')
})
beforeEach(async () => {
  stack = new Stack()
  url = await testVirtualHost()
  await Promise.all([sender, receiver].map(({ knex }) => knex.raw('TRUNCATE outbox, inbox, counters')))
})
afterEach(() => stack[Symbol.asyncDispose]())
afterAll(() => databases[Symbol.asyncDispose]())

const tell = (version: number) =>
  sender.transaction((trx) => emit(trx, type, { account: 'a', guidebook: 'g', version }, { subject: 'g' }))
const relay = () => stack.broker({ url, service: 'geodata', database: sender }).relay
const publishRaw = (content: string, headers = {}) =>
  withChannel(url, async (channel) => {
    channel.sendToQueue(queue, Buffer.from(content), { persistent: true, headers })
    await channel.waitForConfirms()
  })
const countUp = async (knex: Knex) => {
  await knex.raw(
    "INSERT INTO counters VALUES ('handled', 1) ON CONFLICT (name) DO UPDATE SET value = counters.value + 1",
  )
}
const countOf = async (): Promise<number> => (await receiver.knex('counters').first('value'))?.value ?? 0
const envelope = (id: string, overrides = {}) =>
  JSON.stringify({
    specversion: '1.0',
    id,
    source: '/geodata',
    type,
    time: new Date().toISOString(),
    data: { account: 'a', guidebook: 'g', version: 1 },
    ...overrides,
  })
const someId = '01a1fda5-4465-71d8-aa95-fb74abf8f3e6'

test('a message arrives as it was told, with its request id', async () => {
  const received: { message: Message; requestId: string | null }[] = []
  const broker = stack.broker({ url, service: 'releases', database: receiver })
  const subscription = broker.subscribe(type, async (message) => {
    received.push({ message, requestId: currentRequestId() })
  })
  await stack.start(relay(), subscription)
  await withRequestId('request-1', () => tell(7))
  const { message, requestId } = await eventually(() => received[0])
  expect(message).toMatchObject({ type, subject: 'g', attempt: 1, data: { account: 'a', guidebook: 'g', version: 7 } })
  expect(requestId).toBe('request-1')
})

test('a message told before its subscriber ever ran is waiting for it', async () => {
  await stack.start(relay())
  await tell(1)
  await eventually(async () => (await sender.knex('outbox')).length === 0)
  expect(await depthOf(url, queue)).toBe(1)
})

test('a message that comes twice has one effect', async () => {
  const broker = stack.broker({ url, service: 'releases', database: receiver })
  const answers: unknown[] = []
  const subscription = broker.subscribe(type, async (_message, { once }) => {
    answers.push(
      await once(async (trx) => {
        await countUp(trx)
        return 'done'
      }),
    )
  })
  await stack.start(subscription)
  await declare(url, type, queue)
  await publishRaw(envelope(someId))
  await publishRaw(envelope(someId))
  await eventually(() => answers.length === 2)
  expect(answers.toSorted()).toEqual(['done', undefined])
  expect(await countOf()).toBe(1)
})

test('an effect that fails leaves the message unhandled', async () => {
  const broker = stack.broker({ url, service: 'releases', database: receiver })
  let runs = 0
  const subscription = broker.subscribe(type, (_message, { once }) =>
    once(async (trx) => {
      await countUp(trx)
      if (++runs === 1) throw new Error('after the effect')
    }),
  )
  await stack.start(relay(), subscription)
  await tell(1)
  await eventually(async () => (await countOf()) === 1)
  expect(runs).toBe(2)
})

describe('poison', () => {
  test.each([
    ['not JSON', '{"specversion"', /^malformed: the message is not JSON/],
    ['not an object', '[]', /^malformed: the message is not a JSON object/],
    ['no CloudEvent', '{}', /^malformed: the message is no CloudEvent: it lacks id, source, type, specversion/],
    [
      'another version of CloudEvents',
      envelope(someId, { specversion: '0.2' }),
      /^malformed: the message is no CloudEvent of version 1.0/,
    ],
    ['another type', envelope(someId, { type: 'account.changed.v1' }), /^malformed: the message is of another type/],
    ['an id that is no UUID', envelope('1'), /^malformed: the message has no UUID/],
    [
      'data that does not fit',
      envelope(someId, { data: { account: 'a', guidebook: 'secret value' } }),
      /^malformed: the data does not fit its schema: \/version required-field$/,
    ],
  ])('%s goes to the dead letters at once and stops nobody', async (_name, content, reason) => {
    const broker = stack.broker({ url, service: 'releases', database: receiver })
    const handled: string[] = []
    await stack.start(broker.subscribe(type, async ({ id }) => void handled.push(id)))
    await declare(url, type, queue)
    await publishRaw(content)
    await publishRaw(envelope(someId))
    await eventually(() => handled.length === 1)
    const [dead] = await eventually(async () => {
      const queues = await broker.deadLetters.list(10)
      return queues.find((one) => one.queue === queue && one.count === 1)?.messages
    })
    expect(dead).toMatchObject({ attempts: 1, reason: expect.stringMatching(reason) })
    expect(handled).toEqual([someId])
  })

  test('a handler that gives up on a message is not asked again', async () => {
    const broker = stack.broker({ url, service: 'releases', database: receiver })
    let runs = 0
    const subscription = broker.subscribe(type, async () => {
      runs++
      throw new Poison('no such release')
    })
    await stack.start(relay(), subscription)
    await tell(1)
    const dead = await eventually(async () => (await broker.deadLetters.list(1)).find(({ count }) => count === 1))
    expect(dead.messages[0]).toMatchObject({ reason: 'poison: no such release', attempts: 1, type })
    expect(runs).toBe(1)
  })
})

test('a message that fails is tried after each delay, then is a dead letter with its reason', async () => {
  const broker = stack.broker({ url, service: 'releases', database: receiver, retrySchedule: [20, 40, 40] })
  const attempts: number[] = []
  const subscription = broker.subscribe(type, async ({ attempt }) => {
    attempts.push(attempt)
    throw new Error('cannot: key gbk_live_0123456789abcdefghijklmnopqrstuvwx\nsecond line')
  })
  await stack.start(relay(), subscription)
  await tell(1)
  const dead = await eventually(async () => (await broker.deadLetters.list(1)).find(({ count }) => count === 1))
  expect(attempts).toEqual([1, 2, 3, 4])
  expect(dead.messages[0]?.reason).toMatch(/^attempts-exhausted: cannot: key/)
  expect(dead.messages[0]?.reason).not.toMatch(/0123456789abcdef|second/)
  expect(dead.messages[0]).toMatchObject({ attempts: 4, type })
})

test('dead letters can be looked at without losing any, and sent back', async () => {
  const broker = stack.broker({ url, service: 'releases', database: receiver })
  let broken = true
  const handled: { id: string; attempt: number }[] = []
  const subscription = broker.subscribe(type, async ({ id, attempt }) => {
    if (broken) throw new Poison('broken')
    handled.push({ id, attempt })
  })
  await stack.start(relay(), subscription)
  for (const version of [1, 2, 3]) await tell(version)
  const look = async () => (await broker.deadLetters.list(2)).find((one) => one.queue === queue)
  await eventually(async () => (await look())?.count === 3)
  const first = await look()
  expect(first?.messages).toHaveLength(2)
  expect(await look()).toEqual(first)

  broken = false
  expect(await broker.deadLetters.redrive(queue, 1)).toBe(1)
  expect(await broker.deadLetters.redrive(queue)).toBe(2)
  await eventually(() => handled.length === 3)
  expect(handled.every(({ attempt }) => attempt === 1)).toBe(true)
  expect((await look())?.count).toBe(0)
  expect(await broker.deadLetters.redrive('webhooks.release.shared.v1')).toBeNull()
})

test('the operations about dead letters show the queues that have any, and redrive one', async () => {
  const broker = stack.broker({ url, service: 'releases', database: receiver })
  const [list, redrive] = broker.deadLetterRoutes
  await declare(url, type, queue)
  await stack.start(broker.subscribe(type, async () => undefined))
  await publishRaw('not JSON')
  const ask = (route: Route | undefined, params = {}) => route?.handler({ params } as OperationRequest)
  const shown = async () => (await ask(list))?.body as { queues: unknown[] } | undefined
  await eventually(async () => (await shown())?.queues.length === 1)
  expect(validate(operations.listDeadLetters.responses[200].body, await shown())).toEqual([])
  expect(await ask(redrive, { queue })).toMatchObject({ status: 200, body: { queue, redriven: 1 } })
  await expect(ask(redrive, { queue: 'webhooks.release.shared.v1' })).rejects.toMatchObject({ code: 'not-found' })
})

test('dead letters are listed by a program that consumes nothing', async () => {
  const broker = stack.broker({ url, service: 'releases', database: receiver })
  expect((await broker.deadLetters.list(1)).every(({ count }) => count === 0)).toBe(true)
})

test('a message that ends its process again and again is taken out by the broker', async () => {
  const broker = stack.broker({ url, service: 'releases', database: receiver })
  await declare(url, type, queue)
  await publishRaw(envelope(someId))
  await withChannel(url, async (channel) => {
    await channel.prefetch(1)
    let deliveries = 0
    await channel.consume(queue, (message) => {
      deliveries++
      if (message) channel.reject(message, true)
    })
    await eventually(() => deliveries > 100)
  })
  const dead = await eventually(async () => (await broker.deadLetters.list(1)).find(({ count }) => count === 1))
  expect(dead.messages[0]?.reason).toBe('delivery_limit')
})

describe('outages', () => {
  test('a broker connection that breaks while a message is handled brings it again, with one effect', async () => {
    const proxy = stack.use(await breakableProxy(url))
    const broker = stack.broker({ url: proxy.url, service: 'releases', database: receiver })
    let runs = 0
    const subscription = broker.subscribe(type, async (_message, { once }) => {
      await once(countUp)
      if (++runs === 1) proxy.cut()
    })
    await stack.start(relay(), subscription)
    await tell(1)
    await eventually(() => runs === 2)
    expect(await countOf()).toBe(1)
    await tell(2)
    await eventually(async () => (await countOf()) === 2)
  })

  test('a subscription started while the broker is away works once it is there', async () => {
    const proxy = stack.use(await breakableProxy(url))
    proxy.down()
    const broker = stack.broker({ url: proxy.url, service: 'releases', database: receiver })
    const handled: number[] = []
    await stack.start(
      relay(),
      broker.subscribe(type, async ({ data }) => void handled.push(data.version)),
    )
    await expect(broker.check.check(AbortSignal.timeout(1_000))).rejects.toThrow('not connected')
    await tell(1)
    proxy.up()
    await eventually(() => handled.length === 1)
    await broker.check.check(AbortSignal.timeout(1_000))
  })

  test('while the database is away the subscription pauses, and no attempt is counted', async () => {
    const proxy = stack.use(await breakableProxy(urlOf(receiver)))
    const database = openDatabase({ url: proxy.url, schema: 'releases', service: 'releases' })
    const broker = stack.broker({ url, service: 'releases', database, gate: quickly })
    const attempts: number[] = []
    let runs = 0
    const subscription = broker.subscribe(type, async ({ attempt }, { once }) => {
      runs++
      await once(countUp)
      attempts.push(attempt)
    })
    await stack.start({ name: 'database', stop: () => database.knex.destroy() }, relay(), subscription)
    proxy.down()
    await tell(1)
    await eventually(() => runs >= 3)
    expect(attempts).toEqual([])
    proxy.up()
    await eventually(() => attempts.length === 1)
    expect(attempts).toEqual([1])
  })

  test('one message whose need stays away does not hold up the others, and fails in the end', async () => {
    const broker = stack.broker({
      url,
      service: 'releases',
      database: receiver,
      gate: quickly,
      holdMs: 60,
      retrySchedule: [20],
    })
    const handled: number[] = []
    const subscription = broker.subscribe(
      type,
      async ({ data }) => {
        if (data.version === 0) throw new Unavailable('its own part is away')
        handled.push(data.version)
      },
      { concurrency: 2 },
    )
    await stack.start(relay(), subscription)
    await tell(0)
    for (let version = 1; version <= 5; version++) await tell(version)
    await eventually(() => handled.length === 5)
    let version = 6
    const dead = await eventually(async () => {
      await tell(version++)
      return (await broker.deadLetters.list(1)).find(({ count }) => count === 1)
    })
    expect(dead.messages[0]?.reason).toMatch(/^attempts-exhausted: something this message needs stayed away/)
  })

  test('a message alone whose need stays away is kept, however long', async () => {
    const broker = stack.broker({
      url,
      service: 'releases',
      database: receiver,
      gate: quickly,
      holdMs: 30,
      retrySchedule: [20],
    })
    let away = true
    const attempts: number[] = []
    let runs = 0
    const subscription = broker.subscribe(type, async ({ attempt }) => {
      runs++
      if (away) throw new Unavailable('away')
      attempts.push(attempt)
    })
    await stack.start(relay(), subscription)
    await tell(1)
    await eventually(() => runs > 20)
    away = false
    await eventually(() => attempts.length === 1)
    expect(attempts).toEqual([1])
  })
})

describe('stop', () => {
  test('lets a handler finish and acknowledges its message', async () => {
    const broker = stack.broker({ url, service: 'releases', database: receiver })
    const { promise: finish, resolve } = Promise.withResolvers<void>()
    let begun = false
    const subscription = broker.subscribe(type, async (_message, { once }) => {
      begun = true
      await finish
      await once(countUp)
    })
    await stack.start(relay())
    await subscription.start?.()
    await tell(1)
    await eventually(() => begun)
    const stopped = subscription.stop?.()
    resolve()
    await stopped
    expect(await countOf()).toBe(1)
    expect(await depthOf(url, queue)).toBe(0)
  })

  test('leaves what waits for an outage to be delivered again', async () => {
    const broker = stack.broker({ url, service: 'releases', database: receiver })
    let runs = 0
    const subscription = broker.subscribe(type, async () => {
      runs++
      throw new Unavailable('away')
    })
    await stack.start(relay())
    await subscription.start?.()
    await tell(1)
    await eventually(() => runs > 0)
    await subscription.stop?.()
    expect(await depthOf(url, queue)).toBe(1)
  })
})

test('several messages are handled at once, no more than the concurrency', async () => {
  const broker = stack.broker({ url, service: 'releases', database: receiver })
  let now = 0
  let most = 0
  let handled = 0
  const subscription = broker.subscribe(
    type,
    async () => {
      most = Math.max(most, ++now)
      await countUp(receiver.knex)
      now--
      handled++
    },
    { concurrency: 3 },
  )
  await stack.start(relay(), subscription)
  for (let version = 0; version < 20; version++) await tell(version)
  await eventually(() => handled === 20)
  expect(most).toBeGreaterThan(1)
  expect(most).toBeLessThanOrEqual(3)
})
