import { expect, it } from 'vitest'
import { createJournal } from './journal.ts'

it('results that arrive during a write form the next batch, in order', async () => {
  const batches: number[][] = []
  const gate = Promise.withResolvers<void>()
  const journal = createJournal<number>(async (batch) => {
    batches.push([...batch])
    if (batches.length === 1) await gate.promise
  }, 100)
  const first = journal.record(1)
  await expect.poll(() => batches.length).toBe(1)
  const rest = [2, 3, 4].map((n) => journal.record(n))
  gate.resolve()
  await Promise.all([first, ...rest])
  expect(batches).toEqual([[1], [2, 3, 4]])
})

it('a batch never exceeds its limit', async () => {
  const sizes: number[] = []
  const journal = createJournal<number>(async (batch) => void sizes.push(batch.length), 2)
  await Promise.all([1, 2, 3, 4, 5].map((n) => journal.record(n)))
  expect(sizes).toEqual([2, 2, 1])
})

it('a failed write rejects its own results, and later writes continue', async () => {
  let fails = true
  const journal = createJournal<number>(async () => {
    if (fails) throw new Error('disk full')
  }, 10)
  await expect(journal.record(1)).rejects.toThrow('disk full')
  fails = false
  await expect(journal.record(2)).resolves.toBeUndefined()
  await journal.drain()
})
