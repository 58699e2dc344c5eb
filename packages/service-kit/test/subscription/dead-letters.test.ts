import { operations, validate } from '@guidebook/contracts'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { PoisonMessageError } from '../../src/broker/index.ts'
import { deadQueueName, declareTopology } from '../../src/broker/topology.ts'
import type { OperationRequest, Route } from '../../src/http/route.ts'
import { prometheusText } from '../../src/telemetry/index.ts'
import { eventually, testRetrySchedule } from '../../src/test/index.ts'
import { withChannel } from '../fixture.ts'
import { envelope, queue, someId, theBus, type } from './fixture.ts'

const bus = theBus()

describe('a message that can never be handled', () => {
  test.each([
    ['not JSON', '{"specversion"', /^malformed: the message is not JSON/],
    ['not an object', '[]', /^malformed: the message is not a JSON object/],
    ['not a CloudEvent', '{}', /^malformed: the message is no CloudEvent: id, source, type, specversion missing/],
    [
      'another version of CloudEvents',
      envelope(someId, { specversion: '0.2' }),
      /^malformed: the message is no CloudEvent of version 1.0/,
    ],
    ['another type', envelope(someId, { type: 'account.changed.v1' }), /^malformed: the message type does not/],
    ['another source', envelope(someId, { source: '/webhooks' }), /^malformed: the message source does not/],
    ['an id that is not a UUID', envelope('1'), /^malformed: the message id is not a UUID/],
    [
      'data that violates its schema',
      envelope(someId, { data: { account: 'a', guidebook: 'secret value' } }),
      /^malformed: the data does not match its schema: \/version required-field$/,
    ],
  ])('(%s) becomes a dead letter immediately and blocks no other message', async (_name, content, reason) => {
    const broker = bus.broker()
    const handled: string[] = []
    await bus.stack.start(broker.subscribe(type, async ({ id }) => void handled.push(id)))
    await bus.publishRaw(content)
    await bus.publishRaw(envelope(someId))
    await eventually(() => handled.length === 1)
    const [dead] = await eventually(async () => {
      const queues = await broker.deadLetters.list(10)
      return queues.find((one) => one.queue === queue && one.count === 1)?.messages
    })
    expect(dead).toMatchObject({ attempts: 1, reason: expect.stringMatching(reason) })
    expect(handled).toEqual([someId])
  })

  test('is not retried when its handler throws PoisonMessageError', async () => {
    const broker = bus.broker()
    let runs = 0
    const subscription = broker.subscribe(type, async () => {
      runs++
      throw new PoisonMessageError('no such release')
    })
    await bus.stack.start(bus.relay(), subscription)
    await bus.tell(1)
    const dead = await eventually(async () => (await broker.deadLetters.list(1)).find(({ count }) => count === 1))
    expect(dead.messages[0]).toMatchObject({ reason: 'poison: no such release', attempts: 1, type })
    expect(runs).toBe(1)
  })
})

test('a message that fails is retried after each delay, then becomes a dead letter with its reason', async () => {
  const broker = bus.broker({ retrySchedule: [20, 40, 40] })
  const attempts: number[] = []
  const subscription = broker.subscribe(type, async ({ attempt }) => {
    attempts.push(attempt)
    throw new Error('cannot: key gbk_live_0123456789abcdefghijklmnopqrstuvwx\nsecond line')
  })
  await bus.stack.start(bus.relay(), subscription)
  await bus.tell(1)
  const dead = await eventually(async () => (await broker.deadLetters.list(1)).find(({ count }) => count === 1))
  expect(attempts).toEqual([1, 2, 3, 4])
  expect(dead.messages[0]?.reason).toMatch(/^attempts-exhausted: cannot: key/)
  expect(dead.messages[0]?.reason).not.toMatch(/0123456789abcdef|second/)
  expect(dead.messages[0]).toMatchObject({ attempts: 4, type })
})

test('dead letters can be listed and counted without losing any, and sent back', async () => {
  const broker = bus.broker()
  let broken = true
  const handled: { id: string; attempt: number }[] = []
  const subscription = broker.subscribe(type, async ({ id, attempt }) => {
    if (broken) throw new PoisonMessageError('broken')
    handled.push({ id, attempt })
  })
  await bus.stack.start(bus.relay(), subscription)
  for (const version of [1, 2, 3]) await bus.tell(version)
  const look = async () => (await broker.deadLetters.list(2)).find((one) => one.queue === queue)
  await eventually(async () => (await look())?.count === 3)
  const first = await look()
  expect(first?.messages).toHaveLength(2)
  expect(await prometheusText()).toContain(`dead_letters{queue="${queue}"} 3\n`)
  expect(await look()).toEqual(first)

  broken = false
  expect(await broker.deadLetters.redrive(queue, 1)).toBe(1)
  expect(await broker.deadLetters.redrive(queue)).toBe(2)
  await eventually(() => handled.length === 3)
  expect(handled.every(({ attempt }) => attempt === 1)).toBe(true)
  expect((await look())?.count).toBe(0)
  expect(await broker.deadLetters.redrive('webhooks.release.shared.v1')).toBeNull()
})

test('the operations for dead letters list the queues that have any, and redrive one', async () => {
  const broker = bus.broker()
  const [list, redrive] = broker.deadLetterRoutes
  await bus.stack.start(broker.subscribe(type, async () => undefined))
  await bus.publishRaw('not JSON')
  const ask = (route: Route | undefined, params = {}) => route?.handler({ params } as OperationRequest)
  const shown = async () => (await ask(list))?.body as { queues: unknown[] } | undefined
  await eventually(async () => (await shown())?.queues.length === 1)
  expect(validate(operations.listDeadLetters.responses[200].body, await shown())).toEqual([])
  expect(await ask(redrive, { queue })).toMatchObject({ status: 200, body: { queue, redriven: 1 } })
  await expect(ask(redrive, { queue: 'webhooks.release.shared.v1' })).rejects.toMatchObject({ code: 'not-found' })
})

test('a redrive right after a list finds every message', async () => {
  const broker = bus.broker()
  let runs = 0
  const subscription = broker.subscribe(type, async () => {
    runs++
    throw new PoisonMessageError('broken')
  })
  await bus.stack.start(bus.relay(), subscription)
  await bus.tell(1)
  const dead = async () => (await broker.deadLetters.list(1)).some(({ count }) => count === 1)
  for (let round = 1; round <= 20; round++) {
    await eventually(dead)
    expect(await broker.deadLetters.redrive(queue)).toBe(1)
    await eventually(() => runs === round + 1)
  }
})

test('a program without subscriptions can list dead letters', async () => {
  const broker = bus.broker()
  expect((await broker.deadLetters.list(1)).every(({ count }) => count === 0)).toBe(true)
})

test('a missing queue has no consumer, is logged once, and hides no other queue', async () => {
  const lines: string[] = []
  const broker = bus.broker({ log: pino({ level: 'error' }, { write: (line) => void lines.push(line) }) })
  const missing = 'releases.account.changed.v1'
  await bus.stack.start(broker.subscribe(type, async () => undefined))
  await bus.publishRaw('not JSON')
  try {
    await withChannel(bus.url, async (channel) => {
      for (const name of [missing, deadQueueName(missing)]) await channel.deleteQueue(name)
    })
    await eventually(async () =>
      (await broker.deadLetters.list(1)).some((one) => one.queue === queue && one.count === 1),
    )
    const counts = await broker.deadLetters.count()
    expect(counts).toContainEqual({ queue: missing, ready: 0, consumers: 0, dead: null })
    expect(counts.find((one) => one.queue === queue)).toMatchObject({ dead: 1 })
    expect(await prometheusText()).toContain(`queue_consumers{queue="${missing}"} 0\n`)
    expect(await broker.deadLetters.redrive(missing)).toBe(0)
    const logged = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg.startsWith('queue does not exist'))
    expect(logged.map((line) => line.queue).toSorted()).toEqual([missing, deadQueueName(missing)])
  } finally {
    // Repeated, because a busy broker may close the connection, and later tests need the queue.
    await eventually(() => declareTopology(bus.url, { schedule: testRetrySchedule }).then(() => true))
  }
})

test('a message that ends its process repeatedly is dead-lettered by the broker', async () => {
  const broker = bus.broker()
  await bus.publishRaw(envelope(someId))
  await withChannel(bus.url, async (channel) => {
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
