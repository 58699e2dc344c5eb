import { describe, expect, test } from 'vitest'
import { Unavailable } from '../../src/broker/index.ts'
import { openDatabase } from '../../src/database/database.ts'
import { breakableProxy, eventually } from '../../src/test/index.ts'
import { urlOf } from '../fixture.ts'
import { countUp, quickly, theBus, type } from './fixture.ts'

const bus = theBus()

describe('outages', () => {
  test('a broker connection that breaks while a message is handled brings it again, with one effect', async () => {
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

  test('a subscription started while the broker is away works once it is there', async () => {
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
    // The connection that publishes is another one.
    await eventually(async () => {
      await broker.check.check(AbortSignal.timeout(1_000))
      return true
    })
  })

  test('while the database is away the subscription pauses, and no attempt is counted', async () => {
    const proxy = bus.stack.use(await breakableProxy(urlOf(bus.receiver)))
    const database = openDatabase({ url: proxy.url, schema: 'releases', service: 'releases' })
    const broker = bus.broker({ database, gate: quickly })
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

  test('one message whose need stays away does not hold up the others, and fails in the end', async () => {
    const broker = bus.broker({
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
    await bus.stack.start(bus.relay(), subscription)
    await bus.tell(0)
    for (let version = 1; version <= 5; version++) await bus.tell(version)
    await eventually(() => handled.length === 5)
    let version = 6
    const dead = await eventually(async () => {
      await bus.tell(version++)
      return (await broker.deadLetters.list(1)).find(({ count }) => count === 1)
    })
    expect(dead.messages[0]?.reason).toMatch(/^attempts-exhausted: something this message needs stayed away/)
  })

  test('a message alone whose need stays away is kept, however long', async () => {
    const broker = bus.broker({
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
    await bus.stack.start(bus.relay(), subscription)
    await bus.tell(1)
    await eventually(() => runs > 20)
    away = false
    await eventually(() => attempts.length === 1)
    expect(attempts).toEqual([1])
  })
})
