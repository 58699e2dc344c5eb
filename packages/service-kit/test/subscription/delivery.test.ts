import { describe, expect, test } from 'vitest'
import type { ReceivedMessage } from '../../src/broker/delivery.ts'
import { DependencyUnavailableError } from '../../src/errors/index.ts'
import { currentRequestId, withRequestId } from '../../src/request-id.ts'
import { eventually } from '../../src/test/index.ts'
import { depthOf } from '../fixture.ts'
import { countUp, envelope, queue, someId, theBus, type } from './fixture.ts'

type Message = ReceivedMessage<typeof type>
const bus = theBus()

test('a message is received as it was sent, with its request id', async () => {
  const received: { message: Message; requestId: string | null }[] = []
  const broker = bus.broker()
  const subscription = broker.subscribe(type, async (message) => {
    received.push({ message, requestId: currentRequestId() })
  })
  await bus.stack.start(bus.relay(), subscription)
  await withRequestId('request-1', () => bus.tell(7))
  const { message, requestId } = await eventually(() => received[0])
  expect(message).toMatchObject({ type, subject: 'g', attempt: 1, data: { account: 'a', guidebook: 'g', version: 7 } })
  expect(requestId).toBe('request-1')
})

test('a message sent before its subscriber first runs waits in the queue', async () => {
  await bus.stack.start(bus.relay())
  await bus.tell(1)
  await eventually(async () => (await bus.sender.knex('outbox')).length === 0)
  expect(await depthOf(bus.url, queue)).toBe(1)
})

test('a message that is delivered twice has one effect', async () => {
  const broker = bus.broker()
  const answers: unknown[] = []
  const subscription = broker.subscribe(type, async (_message, { once }) => {
    answers.push(
      await once(async (trx) => {
        await countUp(trx)
        return 'done'
      }),
    )
  })
  await bus.stack.start(subscription)
  await bus.publishRaw(envelope(someId))
  await bus.publishRaw(envelope(someId))
  await eventually(() => answers.length === 2)
  expect(answers.toSorted()).toEqual(['done', undefined])
  expect(await bus.countOf()).toBe(1)
})

test('an effect that fails leaves the message unhandled', async () => {
  const broker = bus.broker()
  let runs = 0
  const subscription = broker.subscribe(type, (_message, { once }) =>
    once(async (trx) => {
      await countUp(trx)
      if (++runs === 1) throw new Error('after the effect')
    }),
  )
  await bus.stack.start(bus.relay(), subscription)
  await bus.tell(1)
  await eventually(async () => (await bus.countOf()) === 1)
  expect(runs).toBe(2)
})

test('messages are handled concurrently, up to the configured concurrency', async () => {
  const broker = bus.broker()
  let now = 0
  let most = 0
  let handled = 0
  const subscription = broker.subscribe(
    type,
    async () => {
      most = Math.max(most, ++now)
      await countUp(bus.receiver.knex)
      now--
      handled++
    },
    { concurrency: 3 },
  )
  await bus.stack.start(bus.relay(), subscription)
  for (let version = 0; version < 20; version++) await bus.tell(version)
  await eventually(() => handled === 20)
  expect(most).toBeGreaterThan(1)
  expect(most).toBeLessThanOrEqual(3)
})

describe('stop', () => {
  test('lets a handler finish and acknowledges its message', async () => {
    const broker = bus.broker()
    const { promise: finish, resolve } = Promise.withResolvers<void>()
    let begun = false
    const subscription = broker.subscribe(type, async (_message, { once }) => {
      begun = true
      await finish
      await once(countUp)
    })
    await bus.stack.start(bus.relay())
    await subscription.start?.()
    await bus.tell(1)
    await eventually(() => begun)
    const stopped = subscription.stop?.()
    resolve()
    await stopped
    expect(await bus.countOf()).toBe(1)
    expect(await depthOf(bus.url, queue)).toBe(0)
  })

  test('during an outage leaves the held messages in the queue', async () => {
    const broker = bus.broker()
    let runs = 0
    const subscription = broker.subscribe(type, async () => {
      runs++
      throw new DependencyUnavailableError('unavailable')
    })
    await bus.stack.start(bus.relay())
    await subscription.start?.()
    await bus.tell(1)
    await eventually(() => runs > 0)
    await subscription.stop?.()
    expect(await depthOf(bus.url, queue)).toBe(1)
  })
})
