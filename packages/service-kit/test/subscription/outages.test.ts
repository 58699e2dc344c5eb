import { describe, expect, test } from 'vitest'
import { openDatabase } from '../../src/database/database.ts'
import { DependencyUnavailableError } from '../../src/errors/index.ts'
import { breakableProxy, eventually } from '../../src/test/index.ts'
import { urlOf } from '../fixture.ts'
import { countUp, quickly, theBus, type } from './fixture.ts'

const bus = theBus()

describe('outages', () => {
  test('a message is delivered again, with one effect, when the connection breaks while it is handled', async () => {
    const proxy = bus.stack.use(await breakableProxy(bus.url))
    const broker = bus.broker({ url: proxy.url })
    let runs = 0
    const subscription = broker.subscribe(type, async (_message, { once }) => {
      await once(countUp)
      if (++runs === 1) proxy.cut()
    })
    await bus.stack.start(bus.relay(), subscription)
    await bus.tell(1)
    await eventually(() => runs === 2)
    expect(await bus.countOf()).toBe(1)
    await bus.tell(2)
    await eventually(async () => (await bus.countOf()) === 2)
  })

  test('a subscription started while the broker is unreachable works once it is available', async () => {
    const proxy = bus.stack.use(await breakableProxy(bus.url))
    proxy.down()
    const broker = bus.broker({ url: proxy.url })
    const handled: number[] = []
    await bus.stack.start(
      bus.relay(),
      broker.subscribe(type, async ({ data }) => void handled.push(data.version)),
    )
    await expect(broker.check.check(AbortSignal.timeout(1_000))).rejects.toThrow('not connected')
    await bus.tell(1)
    proxy.up()
    await eventually(() => handled.length === 1)
    // Publishing uses another connection.
    await eventually(async () => {
      await broker.check.check(AbortSignal.timeout(1_000))
      return true
    })
  })

  test('while the database is unavailable the subscription pauses, and no attempt is counted', async () => {
    const proxy = bus.stack.use(await breakableProxy(urlOf(bus.receiver)))
    const database = openDatabase({ url: proxy.url, schema: 'releases', service: 'releases' })
    const broker = bus.broker({ database, outageBackoff: quickly })
    const attempts: number[] = []
    let runs = 0
    const subscription = broker.subscribe(type, async ({ attempt }, { once }) => {
      runs++
      await once(countUp)
      attempts.push(attempt)
    })
    await bus.stack.start({ name: 'database', stop: () => database.knex.destroy() }, bus.relay(), subscription)
    proxy.down()
    await bus.tell(1)
    await eventually(() => runs >= 3)
    expect(attempts).toEqual([])
    proxy.up()
    await eventually(() => attempts.length === 1)
    expect(attempts).toEqual([1])
  })

  test('one message with an unavailable dependency does not block the others, and fails in the end', async () => {
    const broker = bus.broker({
      outageBackoff: quickly,
      holdMs: 60,
      retrySchedule: [20],
    })
    const handled: number[] = []
    const subscription = broker.subscribe(
      type,
      async ({ data }) => {
        if (data.version === 0) throw new DependencyUnavailableError('unavailable')
        handled.push(data.version)
      },
      { concurrency: 2 },
    )
    await bus.stack.start(bus.relay(), subscription)
    await bus.tell(0)
    for (let version = 1; version <= 5; version++) await bus.tell(version)
    await eventually(() => handled.length === 5)
    let version = 6
    const dead = await eventually(async () => {
      await bus.tell(version++)
      return (await broker.deadLetters.list(1)).find(({ count }) => count === 1)
    })
    expect(dead.messages[0]?.reason).toMatch(/^attempts-exhausted: a dependency of this message was unavailable/)
  })

  test('a single message is kept for as long as its dependency is unavailable', async () => {
    const broker = bus.broker({
      outageBackoff: quickly,
      holdMs: 30,
      retrySchedule: [20],
    })
    let isAvailable = false
    const attempts: number[] = []
    let runs = 0
    const subscription = broker.subscribe(type, async ({ attempt }) => {
      runs++
      if (!isAvailable) throw new DependencyUnavailableError('unavailable')
      attempts.push(attempt)
    })
    await bus.stack.start(bus.relay(), subscription)
    await bus.tell(1)
    await eventually(() => runs > 20)
    isAvailable = true
    await eventually(() => attempts.length === 1)
    expect(attempts).toEqual([1])
  })
})
