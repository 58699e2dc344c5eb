import { setImmediate as turn } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { ServiceError } from '../errors/service-error.ts'
import { currentRequestId, withRequestId } from '../request-id.ts'
import { batched } from './batched.ts'

interface Load {
  keys: readonly string[]
  requestId: string | null
  /** Answers each key with itself in capitals. */
  answer(): void
  answerWith(results: readonly (string | Error)[]): void
  fail(error: Error): void
}

/** Loads that end when the test says so. */
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
  /** Calls in turns of their own. */
  const oneByOne = async (...keys: string[]) => {
    const found: Promise<string>[] = []
    for (const key of keys) {
      found.push(find(key))
      await turn()
    }
    return found
  }
  const keys = () => loads.map((load) => load.keys.join(''))
  /** Lets everything that was set going come to rest. */
  const answerNext = async (load = loads.at(-1)) => {
    load?.answer()
    await turn()
  }
  return { find, oneByOne, loads, keys, answerNext }
}

describe('a call', () => {
  test('is loaded at once and alone while nothing runs', async () => {
    const { oneByOne, keys, answerNext } = ask()
    const [found] = await oneByOne('a')
    expect(keys()).toEqual(['a'])
    await answerNext()
    expect(await found).toBe('A')
  })

  test('shares a load with the others of its turn, also with those that go on from another load', async () => {
    const { find, keys, answerNext } = ask()
    const found = ['a', 'b', 'c'].map(async (key) => await find(await find(key)))
    await turn()
    expect(keys()).toEqual(['abc'])
    await answerNext()
    expect(keys()).toEqual(['abc', 'ABC'])
    await answerNext()
    expect(await Promise.all(found)).toEqual(['A', 'B', 'C'])
  })

  test('that comes while a load runs is loaded after it, with the others, in the order they came', async () => {
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

  test('for a key that is asked already is a question of its own', async () => {
    const { oneByOne, keys, answerNext } = ask()
    const found = await oneByOne('a', 'a', 'a')
    await answerNext()
    await answerNext()
    expect(keys()).toEqual(['a', 'aa'])
    expect(await Promise.all(found)).toEqual(['A', 'A', 'A'])
  })

  test('runs in the context of the first of its load, and goes on in its own', async () => {
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

test('no load has more keys than the largest may have', async () => {
  const { oneByOne, keys, answerNext } = ask({ largest: 2 })
  const found = await oneByOne('a', 'b', 'c', 'd')
  for (let load = 0; load < 3; load++) await answerNext()
  expect(keys()).toEqual(['a', 'bc', 'd'])
  expect(await Promise.all(found)).toEqual(['A', 'B', 'C', 'D'])
})

test('a full load begins beside those that run, while there are fewer than may run at once', async () => {
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

test('a pause after each load lets calls gather, and bounds how many loads begin', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
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

describe('a mistake', () => {
  const asking = (found: Promise<string>): Promise<string> => found.catch((error: Error) => error.message)

  test('that the load tells of one key is that key’s alone', async () => {
    const { oneByOne, loads, answerNext } = ask()
    const told = (await oneByOne('a', 'b', 'c')).map(asking)
    await answerNext()
    loads[1]?.answerWith([new Error('b is bad'), 'C'])
    expect(await Promise.all(told)).toEqual(['A', 'b is bad', 'C'])
  })

  test('that fails the load of several is found by loading each alone, before those who came later', async () => {
    const { oneByOne, keys, loads, answerNext } = ask()
    const told = (await oneByOne('a', 'b', 'c')).map(asking)
    await answerNext()
    told.push(...(await oneByOne('d', 'e')).map(asking))
    loads[1]?.fail(new Error('one is bad'))
    await turn()
    loads[2]?.fail(new Error('b is bad'))
    await turn()
    await answerNext()
    await answerNext()
    expect(keys()).toEqual(['a', 'bc', 'b', 'c', 'de'])
    expect(await Promise.all(told)).toEqual(['A', 'b is bad', 'C', 'D', 'E'])
  })

  test('is looked for by as many loads as may run at once', async () => {
    const { oneByOne, keys, loads, answerNext } = ask({ largest: 3, atOnce: 2 })
    const told = (await oneByOne('a', 'b', 'c', 'd', 'e')).map(asking)
    loads[1]?.fail(new Error('one is bad'))
    await turn()
    expect(keys()).toEqual(['a', 'bcd', 'b'])
    await answerNext(loads[0])
    expect(keys()).toEqual(['a', 'bcd', 'b', 'c'])
    for (const load of [2, 3, 4, 5]) await answerNext(loads[load])
    expect(keys()).toEqual(['a', 'bcd', 'b', 'c', 'd', 'e'])
    expect(await Promise.all(told)).toEqual(['A', 'B', 'C', 'D', 'E'])
  })

  test('of the load itself, which answers too few, fails each and answers none with another’s result', async () => {
    const { oneByOne, loads, answerNext } = ask()
    const told = (await oneByOne('a', 'b', 'c')).map(asking)
    await answerNext()
    loads[1]?.answerWith(['C'])
    await turn()
    loads[2]?.answerWith([])
    await turn()
    await answerNext()
    expect(await Promise.all(told)).toEqual(['A', '1 keys, 0 results', 'C'])
  })

  test('that is an outage fails all at once, and the next are loaded again', async () => {
    const { oneByOne, keys, loads, answerNext } = ask()
    const told = (await oneByOne('a', 'b', 'c')).map(asking)
    await answerNext()
    loads[1]?.fail(new ServiceError('part-unavailable', { detail: 'away' }))
    expect(await Promise.all(told)).toEqual(['A', 'away', 'away'])
    const [next] = await oneByOne('d')
    await answerNext()
    expect(keys()).toEqual(['a', 'bc', 'd'])
    expect(await next).toBe('D')
  })
})

test('whatever comes when, each is answered with its own result of a load that began after it asked', async () => {
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
