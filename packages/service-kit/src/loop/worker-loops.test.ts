import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { claimLoop } from './claim-loop.ts'
import { workerLoops } from './worker-loops.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const log = pino({ level: 'silent' })

test('an announced row wakes one loop that waits, and without one it is looked for after the runs that are under way', async () => {
  const looks = [0, 0, 0]
  let rows = 0
  const busy = Promise.withResolvers<void>()
  const run = (index: number) => async () => {
    looks[index] = (looks[index] ?? 0) + 1
    if (rows === 0) return 0
    rows--
    await busy.promise
    return 1
  }
  const loops = workerLoops('test', 3, (index) => claimLoop({ name: 'test', pollMs: 60_000, log, run: run(index) }))
  const announce = async () => {
    rows++
    loops.wakeOne()
    await vi.advanceTimersByTimeAsync(0)
  }
  await loops.start()
  await vi.advanceTimersByTimeAsync(0)
  await announce()
  expect(looks).toEqual([2, 1, 1])
  await announce()
  expect(looks).toEqual([2, 2, 1])
  // Two at once wake two loops.
  await Promise.all([announce(), announce()])
  expect([looks, rows]).toEqual([[2, 2, 2], 1])
  busy.resolve()
  await vi.advanceTimersByTimeAsync(0)
  expect(rows).toBe(0)
  await loops.stop()
})
