import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { DependencyUnavailableError } from '../errors/outage.ts'
import { FairSemaphore, type Waiting } from './fair-semaphore.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const limits = { capacity: 4, perOwner: 3, mostWaiting: 10, waitMs: 1_000 }

/** Records the order in which waiting requests are granted. */
function record(granted: string[], name: string, { granted: share }: Waiting): void {
  share.then(
    () => granted.push(name),
    () => granted.push(`${name} refused`),
  )
}
const settled = () => vi.advanceTimersByTimeAsync(0)

describe('shares', () => {
  test('are taken up to the maximum of an owner, and up to the capacity', () => {
    const shares = new FairSemaphore(limits)
    expect(Array.from({ length: 4 }, () => shares.take('a'))).toEqual([true, true, true, false])
    expect([shares.take('b'), shares.take('b')]).toEqual([true, false])
    shares.give('a')
    expect([shares.take('b'), shares.take('a')]).toEqual([true, false])
  })

  test('go to the waiting owner that holds the fewest', async () => {
    const shares = new FairSemaphore(limits)
    for (const owner of ['a', 'a', 'a', 'b']) shares.take(owner)
    const granted: string[] = []
    for (const owner of ['a', 'a', 'b', 'c']) record(granted, owner, shares.wait(owner))
    for (const owner of ['a', 'a', 'a']) shares.give(owner)
    await settled()
    // c holds none; then a and b hold one each, and a has just given one back.
    expect(granted).toEqual(['c', 'b', 'a'])
  })

  test('rotate between owners that hold as many, in the order of each owner’s requests', async () => {
    const shares = new FairSemaphore({ ...limits, capacity: 1 })
    shares.take('a')
    const granted: string[] = []
    for (const name of ['a1', 'a2', 'a3', 'b1', 'b2']) record(granted, name, shares.wait(name[0] ?? ''))
    for (const owner of ['a', 'b', 'a', 'b', 'a']) shares.give(owner)
    await settled()
    expect(granted).toEqual(['b1', 'a1', 'b2', 'a2', 'a3'])
  })

  test('that are free are not kept for an owner that holds its maximum', async () => {
    const shares = new FairSemaphore(limits)
    for (let times = 0; times < 3; times++) shares.take('a')
    const granted: string[] = []
    record(granted, 'a', shares.wait('a'))
    expect(shares.take('b')).toBe(true)
    shares.give('b')
    await settled()
    expect(granted).toEqual([])
    shares.give('a')
    await settled()
    expect(granted).toEqual(['a'])
  })
})

describe('a reserve', () => {
  test('is for owners that hold nothing', () => {
    const shares = new FairSemaphore({ capacity: 2, reserved: 1 })
    expect(Array.from({ length: 3 }, () => shares.take('a'))).toEqual([true, true, false])
    expect([shares.take('b'), shares.take('b')]).toEqual([true, false])
  })

  test('is given to a later owner before one that already holds a share', async () => {
    const shares = new FairSemaphore({ capacity: 1, reserved: 1 })
    shares.take('a')
    const granted: string[] = []
    for (let times = 0; times < 1_000; times++) record(granted, 'a', shares.wait('a'))
    expect(shares.take('b')).toBe(true)
    record(granted, 'b', shares.wait('b'))
    shares.give('b')
    shares.give('a')
    await settled()
    expect(granted).toEqual(['b', 'a'])
  })
})

describe('a heavy request', () => {
  test('waits until it fits, and is not overtaken by light ones', async () => {
    const shares = new FairSemaphore({ capacity: 10 })
    shares.take('a', 4)
    const granted: string[] = []
    record(granted, 'heavy', shares.wait('b', 8))
    expect(shares.take('c', 1)).toBe(false)
    record(granted, 'light', shares.wait('c', 1))
    await settled()
    expect(granted).toEqual([])
    shares.give('a', 4)
    await settled()
    expect(granted).toEqual(['heavy', 'light'])
  })

  test('that is cancelled unblocks the others', async () => {
    const shares = new FairSemaphore({ capacity: 10 })
    shares.take('a', 4)
    const granted: string[] = []
    const heavy = shares.wait('b', 8)
    record(granted, 'heavy', heavy)
    record(granted, 'light', shares.wait('c', 1))
    heavy.cancel()
    await settled()
    expect(granted).toEqual(['heavy refused', 'light'])
  })

  test('above the capacity is refused', async () => {
    const shares = new FairSemaphore({ capacity: 5, reserved: 5 })
    await expect(shares.run('a', async () => 'never', { weight: 6 })).rejects.toThrow(RangeError)
  })
})

describe('a waiting request', () => {
  test('is refused after the longest wait', async () => {
    const shares = new FairSemaphore({ ...limits, capacity: 1 })
    shares.take('b')
    const refused = expect(shares.wait('a').granted).rejects.toBeInstanceOf(DependencyUnavailableError)
    await vi.advanceTimersByTimeAsync(1_000)
    await refused
  })

  test('that is cancelled takes no share', async () => {
    const shares = new FairSemaphore({ ...limits, capacity: 1 })
    shares.take('a')
    const before = vi.getTimerCount()
    const waiting = shares.wait('b')
    expect(vi.getTimerCount()).toBe(before + 1)
    waiting.cancel()
    expect(vi.getTimerCount()).toBe(before)
    await expect(waiting.granted).rejects.toThrow('cancelled')
    shares.give('a')
    expect(shares.take('c')).toBe(true)
  })

  test('is displaced only by owners with fewer waiting requests', async () => {
    const shares = new FairSemaphore({ ...limits, capacity: 1, mostWaiting: 3 })
    shares.take('c')
    const outcome: string[] = []
    for (const name of ['a1', 'a2', 'a3', 'b1', 'a4']) record(outcome, name, shares.wait(name[0] ?? ''))
    await settled()
    expect(outcome).toEqual(['a3 refused', 'a4 refused'])
  })
})

describe('work', () => {
  test('begins when a share is free and returns it also after an error', async () => {
    const shares = new FairSemaphore({ ...limits, capacity: 1 })
    const order: string[] = []
    const { promise: first, resolve: endFirst } = Promise.withResolvers<void>()
    const running = shares.run('a', () => first)
    const failing = shares.run('b', async () => {
      order.push('b')
      throw new Error('the work failed')
    })
    const last = shares.run('c', async () => order.push('c'))
    await settled()
    expect(order).toEqual([])
    endFirst()
    await running
    await expect(failing).rejects.toThrow('the work failed')
    await last
    expect(order).toEqual(['b', 'c'])
    expect(shares.take('d')).toBe(true)
  })

  test('is followed by a pause as long as it took, and not longer than the limit', async () => {
    const shares = new FairSemaphore({ ...limits, capacity: 1, waitMs: 5_000, longestPauseMs: 500 })
    const begins: number[] = []
    const start = performance.now()
    const work = (ms: number) => () => {
      begins.push(performance.now() - start)
      return new Promise<void>((resolve) => setTimeout(resolve, ms))
    }
    for (const ms of [100, 700, 0]) shares.run('a', work(ms))
    await vi.advanceTimersByTimeAsync(2_000)
    expect(begins).toEqual([0, 200, 1_400])
  })

  test('that reports its processor time is followed by a pause of only that time', async () => {
    const shares = new FairSemaphore({ ...limits, capacity: 1, waitMs: 5_000, longestPauseMs: 500 })
    const begins: number[] = []
    const start = performance.now()
    const work = async (took: (ms: number) => void) => {
      begins.push(performance.now() - start)
      await new Promise<void>((resolve) => setTimeout(resolve, 100))
      took(20)
    }
    for (let times = 0; times < 3; times++) shares.run('a', work)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(begins).toEqual([0, 120, 240])
  })

  test('whose signal aborts while it waits never begins', async () => {
    const shares = new FairSemaphore({ ...limits, capacity: 1 })
    shares.take('a')
    const end = new AbortController()
    const work = vi.fn(async () => undefined)
    const refused = expect(shares.run('b', work, { signal: end.signal })).rejects.toThrow('the client left')
    end.abort(new Error('the client left'))
    await refused
    shares.give('a')
    expect(work).not.toHaveBeenCalled()
  })
})

describe('with one share for each owner and unlimited capacity', () => {
  const oneEach = { capacity: Number.POSITIVE_INFINITY, perOwner: 1 }
  const began: string[] = []
  const start = (shares: FairSemaphore, name: string, gate?: PromiseWithResolvers<string>) =>
    shares.run(name[0] ?? '', async () => {
      began.push(name)
      return await gate?.promise
    })
  beforeEach(() => void began.splice(0))

  test('the work of one owner runs one after the other, also after a failure', async () => {
    const shares = new FairSemaphore(oneEach)
    const [first, second] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
    const failing = expect(start(shares, 'a1', first)).rejects.toThrow('failed')
    const others = [start(shares, 'a2', second), start(shares, 'a3')]
    await settled()
    expect(began).toEqual(['a1'])
    first.reject(new Error('failed'))
    await failing
    await settled()
    expect(began).toEqual(['a1', 'a2'])
    second.resolve('second')
    expect(await Promise.all(others)).toEqual(['second', undefined])
    expect(began).toEqual(['a1', 'a2', 'a3'])
  })

  test('owners do not wait for each other', async () => {
    const shares = new FairSemaphore(oneEach)
    const gate = Promise.withResolvers<string>()
    const first = start(shares, 'a1', gate)
    await start(shares, 'b1')
    expect(began).toEqual(['a1', 'b1'])
    gate.resolve('done')
    await first
  })
})
