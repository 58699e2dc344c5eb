import { setImmediate as turn } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { ServiceError } from '../errors/service-error.ts'
import { currentRequestId, withRequestId } from '../request-id.ts'
import { batched, slowMs } from './batched.ts'

interface Load {
  keys: readonly string[]
  requestId: string | null
  /** Returns each key in capitals. */
  answer(): void
  answerWith(results: readonly (string | Error)[]): void
  fail(error: Error): void
}

/** Loads whose end the test controls. */
function ask({ largest = 10, atOnce = 1, pauseMs = 0 } = {}) {
  const loads: Load[] = []
  const find = batched<string, string>({
    largest,
    atOnce,
    pauseMs,
    load(keys) {
      const { promise, resolve, reject } = Promise.withResolvers<readonly (string | Error)[]>()
      const answer = () => resolve(keys.map((key) => key.toUpperCase()))
      loads.push({ keys, requestId: currentRequestId(), answer, answerWith: resolve, fail: reject })
      return promise
    },
  })
  /** Makes each call in its own turn of the event loop. */
  const oneByOne = async (...keys: string[]) => {
    const found: Promise<string>[] = []
    for (const key of keys) {
      found.push(find(key))
      await turn()
    }
    return found
  }
  const keys = () => loads.map((load) => load.keys.join(''))
  /** Ends a load, then waits until everything that follows has run. */
  const answerNext = async (load = loads.at(-1)) => {
    load?.answer()
    await turn()
  }
  return { find, oneByOne, loads, keys, answerNext }
}

describe('a call', () => {
  test('is loaded immediately and alone while no load runs', async () => {
    const { oneByOne, keys, answerNext } = ask()
    const [found] = await oneByOne('a')
    expect(keys()).toEqual(['a'])
    await answerNext()
    expect(await found).toBe('A')
  })

  test('shares a load with the other calls of its turn, also after a previous shared load', async () => {
    const { find, keys, answerNext } = ask()
    const found = ['a', 'b', 'c'].map(async (key) => await find(await find(key)))
    await turn()
    expect(keys()).toEqual(['abc'])
    await answerNext()
    expect(keys()).toEqual(['abc', 'ABC'])
    await answerNext()
    expect(await Promise.all(found)).toEqual(['A', 'B', 'C'])
  })

  test('during a load is part of the next one, in the order of the calls', async () => {
    const { find, oneByOne, keys, answerNext } = ask()
    const found = await oneByOne('a', 'b', 'c')
    expect(keys()).toEqual(['a'])
    await answerNext()
    expect(keys()).toEqual(['a', 'bc'])
    found.push(find('a'))
    await answerNext()
    expect(keys()).toEqual(['a', 'bc', 'a'])
    await answerNext()
    expect(await Promise.all(found)).toEqual(['A', 'B', 'C', 'A'])
  })

  test('for a key that is already being loaded is loaded again', async () => {
    const { oneByOne, keys, answerNext } = ask()
    const found = await oneByOne('a', 'a', 'a')
    await answerNext()
    await answerNext()
    expect(keys()).toEqual(['a', 'aa'])
    expect(await Promise.all(found)).toEqual(['A', 'A', 'A'])
  })

  test('is loaded in the context of the first call of its load, and continues in its own', async () => {
    const { find, loads, answerNext } = ask()
    const as = (id: string) => withRequestId(id, async () => [await find(id), currentRequestId()])
    const found = [as('a'), as('b'), as('c')]
    await turn()
    await answerNext()
    expect(loads.map(({ requestId }) => requestId)).toEqual(['a'])
    expect(await Promise.all(found)).toEqual([
      ['A', 'a'],
      ['B', 'b'],
      ['C', 'c'],
    ])
  })
})

test('no load has more keys than the limit', async () => {
  const { oneByOne, keys, answerNext } = ask({ largest: 2 })
  const found = await oneByOne('a', 'b', 'c', 'd')
  for (let load = 0; load < 3; load++) await answerNext()
  expect(keys()).toEqual(['a', 'bc', 'd'])
  expect(await Promise.all(found)).toEqual(['A', 'B', 'C', 'D'])
})

test('a full load starts beside those that run, up to the limit of concurrent loads', async () => {
  const { oneByOne, keys, loads, answerNext } = ask({ largest: 2, atOnce: 2 })
  const found = await oneByOne('a', 'b', 'c', 'd', 'e', 'f')
  expect(keys()).toEqual(['a', 'bc'])
  await answerNext(loads[1])
  expect(keys()).toEqual(['a', 'bc', 'de'])
  await answerNext(loads[0])
  expect(keys()).toEqual(['a', 'bc', 'de'])
  await answerNext(loads[2])
  await answerNext(loads[3])
  expect(await Promise.all(found)).toEqual(['A', 'B', 'C', 'D', 'E', 'F'])
})

test('a load that takes long no longer holds up the next one', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const { oneByOne, keys, loads, answerNext } = ask({ atOnce: 2 })
    const found = await oneByOne('a', 'b', 'c')
    vi.advanceTimersByTime(slowMs - 1)
    expect(keys()).toEqual(['a'])
    vi.advanceTimersByTime(1)
    expect(keys()).toEqual(['a', 'bc'])
    found.push(...(await oneByOne('d')))
    vi.advanceTimersByTime(slowMs)
    // No more than `atOnce`, however long they take.
    expect(keys()).toEqual(['a', 'bc'])
    await answerNext(loads[0])
    expect(keys()).toEqual(['a', 'bc', 'd'])
    for (const load of loads.slice(1)) await answerNext(load)
    expect(await Promise.all(found)).toEqual(['A', 'B', 'C', 'D'])
    expect(vi.getTimerCount()).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})

test('a pause after each load lets calls accumulate and limits the rate of loads', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const { oneByOne, keys, loads, answerNext } = ask({ pauseMs: 10 })
    const found = await oneByOne('a')
    await answerNext()
    expect(await found[0]).toBe('A')
    found.push(...(await oneByOne('b', 'c')))
    vi.advanceTimersByTime(9)
    await turn()
    expect(keys()).toEqual(['a'])
    vi.advanceTimersByTime(1)
    await turn()
    expect(keys()).toEqual(['a', 'bc'])
    loads[1]?.answer()
    expect(await Promise.all(found)).toEqual(['A', 'B', 'C'])
  } finally {
    vi.useRealTimers()
  }
})

describe('an error', () => {
  const resultOf = (found: Promise<string>): Promise<string> => found.catch((error: Error) => error.message)

  test('returned for one key fails only that key', async () => {
    const { oneByOne, loads, answerNext } = ask()
    const results = (await oneByOne('a', 'b', 'c')).map(resultOf)
    await answerNext()
    loads[1]?.answerWith([new Error('b is bad'), 'C'])
    expect(await Promise.all(results)).toEqual(['A', 'b is bad', 'C'])
  })

  test('thrown by a load of several keys is located by loading each alone, before later calls', async () => {
    const { oneByOne, keys, loads, answerNext } = ask()
    const results = (await oneByOne('a', 'b', 'c')).map(resultOf)
    await answerNext()
    results.push(...(await oneByOne('d', 'e')).map(resultOf))
    loads[1]?.fail(new Error('one is bad'))
    await turn()
    loads[2]?.fail(new Error('b is bad'))
    await turn()
    await answerNext()
    await answerNext()
    expect(keys()).toEqual(['a', 'bc', 'b', 'c', 'de'])
    expect(await Promise.all(results)).toEqual(['A', 'b is bad', 'C', 'D', 'E'])
  })

  test('is located by as many concurrent loads as allowed', async () => {
    const { oneByOne, keys, loads, answerNext } = ask({ largest: 3, atOnce: 2 })
    const results = (await oneByOne('a', 'b', 'c', 'd', 'e')).map(resultOf)
    loads[1]?.fail(new Error('one is bad'))
    await turn()
    expect(keys()).toEqual(['a', 'bcd', 'b'])
    await answerNext(loads[0])
    expect(keys()).toEqual(['a', 'bcd', 'b', 'c'])
    for (const load of [2, 3, 4, 5]) await answerNext(loads[load])
    expect(keys()).toEqual(['a', 'bcd', 'b', 'c', 'd', 'e'])
    expect(await Promise.all(results)).toEqual(['A', 'B', 'C', 'D', 'E'])
  })

  test('of a load with too few results fails each key, and no key gets the result of another', async () => {
    const { oneByOne, loads, answerNext } = ask()
    const results = (await oneByOne('a', 'b', 'c')).map(resultOf)
    await answerNext()
    loads[1]?.answerWith(['C'])
    await turn()
    loads[2]?.answerWith([])
    await turn()
    await answerNext()
    expect(await Promise.all(results)).toEqual(['A', '1 keys, 0 results', 'C'])
  })

  test('that is an outage fails all calls immediately, and later calls are loaded again', async () => {
    const { oneByOne, keys, loads, answerNext } = ask()
    const results = (await oneByOne('a', 'b', 'c')).map(resultOf)
    await answerNext()
    loads[1]?.fail(new ServiceError('part-unavailable', { detail: 'unavailable' }))
    expect(await Promise.all(results)).toEqual(['A', 'unavailable', 'unavailable'])
    const [next] = await oneByOne('d')
    await answerNext()
    expect(keys()).toEqual(['a', 'bc', 'd'])
    expect(await next).toBe('D')
  })
})

test('each call gets its own result from a load that started after the call', async () => {
  const calls = fc.array(fc.record({ bad: fc.boolean(), turnsBefore: fc.nat({ max: 2 }) }), { maxLength: 40 })
  const limits = { largest: fc.integer({ min: 1, max: 5 }), atOnce: fc.integer({ min: 1, max: 3 }) }
  await fc.assert(
    fc.asyncProperty(calls, fc.record(limits), async (calls, { largest, atOnce }) => {
      let now = 0
      let running = 0
      const find = batched<{ call: number; bad: boolean }, { call: number; began: number }>({
        largest,
        atOnce,
        async load(keys) {
          const began = ++now
          expect(keys.length).toBeLessThanOrEqual(largest)
          expect(++running).toBeLessThanOrEqual(atOnce)
          await turn()
          running--
          if (keys.some(({ bad }) => bad)) throw new Error('bad')
          return keys.map(({ call }) => ({ call, began }))
        },
      })
      const outcomes = calls.map(async ({ bad, turnsBefore }, call) => {
        for (let i = 0; i < turnsBefore; i++) await turn()
        const asked = ++now
        const outcome = await find({ call, bad }).catch((error: Error) => error.message)
        if (bad) expect(outcome).toBe('bad')
        else expect(outcome).toEqual({ call, began: expect.any(Number) })
        if (typeof outcome === 'object') expect(outcome.began).toBeGreaterThan(asked)
      })
      await Promise.all(outcomes)
    }),
  )
})
