import { expect, test } from 'vitest'
import { createFairSemaphore, type FairSemaphoreOptions } from './fair-semaphore.ts'

/** Records which work was begun, in order, and ends it on demand. */
function recorded(options: FairSemaphoreOptions) {
  const semaphore = createFairSemaphore(options)
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const settled: Promise<void>[] = []
  return {
    begun,
    ask(account: string, name: string, weight = 1) {
      const { promise, resolve } = Promise.withResolvers<void>()
      ends.set(name, resolve)
      settled.push(
        semaphore.run(account, weight, () => {
          begun.push(name)
          return promise
        }),
      )
    },
    async end(name: string) {
      ends.get(name)?.()
      await flush()
    },
  }
}

/** All continuations of what is settled already run before the next macrotask. */
const flush = () => new Promise((resolve) => setImmediate(resolve))

test('an account cannot take what is reserved for accounts that hold nothing', async () => {
  const { begun, ask } = recorded({ capacity: 2, reserved: 1 })
  for (const name of ['a1', 'a2', 'a3']) ask('a', name)
  await flush()
  expect(begun).toEqual(['a1', 'a2'])
  ask('b', 'b1')
  ask('b', 'b2')
  await flush()
  expect(begun).toEqual(['a1', 'a2', 'b1'])
})

test('a thousand requests of one account delay another by one request at most', async () => {
  const { begun, ask, end } = recorded({ capacity: 1, reserved: 0 })
  for (let index = 0; index < 1_000; index++) ask('a', `a${index}`)
  await flush()
  ask('b', 'b0')
  await end('a0')
  expect(begun).toEqual(['a0', 'b0'])
})

test('accounts take turns, also when one asks again at once', async () => {
  const { begun, ask, end } = recorded({ capacity: 1, reserved: 0 })
  ask('a', 'a1')
  ask('a', 'a2')
  ask('b', 'b1')
  ask('c', 'c1')
  await flush()
  await end('a1')
  ask('b', 'b2')
  await end('b1')
  await end('c1')
  await end('a2')
  expect(begun).toEqual(['a1', 'b1', 'c1', 'a2', 'b2'])
})

test('a heavy request waits until it fits and is not overtaken', async () => {
  const { begun, ask, end } = recorded({ capacity: 10, reserved: 0 })
  ask('a', 'light', 4)
  ask('b', 'heavy', 8)
  ask('c', 'later', 1)
  await flush()
  expect(begun).toEqual(['light'])
  await end('light')
  expect(begun).toEqual(['light', 'heavy', 'later'])
})

test('work that throws gives back what it held', async () => {
  const semaphore = createFairSemaphore({ capacity: 1, reserved: 0 })
  await expect(semaphore.run('a', 1, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await semaphore.run('b', 1, async () => 'done')).toBe('done')
})

test('a weight above the capacity is refused', async () => {
  const semaphore = createFairSemaphore({ capacity: 5, reserved: 5 })
  await expect(semaphore.run('a', 6, async () => 'never')).rejects.toThrow(RangeError)
})
