import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { claimLoop } from './claim-loop.ts'

const lines: { level: number; msg: string }[] = []
const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(JSON.parse(line)) })

beforeEach(() => {
  vi.useFakeTimers()
  lines.length = 0
})
afterEach(() => void vi.useRealTimers())

/** A loop whose runs return the results of the script, then 0. */
function scripted(script: (number | Error)[], pollMs = 1_000) {
  let runs = 0
  const loop = claimLoop({
    name: 'test',
    pollMs,
    log,
    run: async () => {
      const next = script[runs++] ?? 0
      if (next instanceof Error) throw next
      return next
    },
  })
  return { loop, runs: () => runs }
}

test('a loop runs again immediately while there is work, then waits', async () => {
  const { loop, runs } = scripted([5, 1, 0])
  await loop.start()
  await vi.advanceTimersByTimeAsync(0)
  expect(runs()).toBe(3)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(runs()).toBe(4)
  await loop.stop()
})

test('waking starts a run immediately, and another one after a run that is under way', async () => {
  const { promise, resolve } = Promise.withResolvers<number>()
  let runs = 0
  const loop = claimLoop({
    name: 'test',
    pollMs: 60_000,
    log,
    run: () => (++runs === 1 ? promise : Promise.resolve(0)),
  })
  await loop.start()
  loop.wake()
  resolve(0)
  await vi.advanceTimersByTimeAsync(0)
  expect(runs).toBe(2)
  loop.wake()
  await vi.advanceTimersByTimeAsync(0)
  expect(runs).toBe(3)
  await loop.stop()
})

test('a failed run is logged and followed by a pause that waking does not shorten', async () => {
  const { loop, runs } = scripted([new Error('wrong')])
  await loop.start()
  await vi.advanceTimersByTimeAsync(0)
  loop.wake()
  await vi.advanceTimersByTimeAsync(500)
  expect(runs()).toBe(1)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(runs()).toBeGreaterThan(1)
  expect(lines.map(({ msg }) => msg)).toEqual(['loop failed', 'loop recovered'])
  await loop.stop()
})

test('an outage is logged once', async () => {
  const outage = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
  const { loop } = scripted([outage, outage, outage, outage])
  await loop.start()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(lines.map(({ msg }) => msg)).toEqual(['loop paused: dependency unavailable', 'loop recovered'])
  await loop.stop()
})

test('a long run that works resets the backoff before it ends', async () => {
  const end = Promise.withResolvers<number>()
  let runs = 0
  const loop = claimLoop({
    name: 'test',
    pollMs: 1_000,
    log,
    run: (_, onSuccess) => {
      if (++runs < 3) throw new Error('wrong')
      onSuccess()
      return end.promise
    },
  })
  await loop.start()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(lines.map(({ msg }) => msg)).toEqual(['loop failed', 'loop failed', 'loop recovered'])
  end.resolve(0)
  await loop.stop()
})

test('stopping ends a wait, and waits for a run that is under way', async () => {
  const waiting = scripted([0], 3_600_000)
  await waiting.loop.start()
  await vi.advanceTimersByTimeAsync(0)
  await waiting.loop.stop()

  const { promise, resolve } = Promise.withResolvers<number>()
  let aborted = false
  const busy = claimLoop({
    name: 'test',
    pollMs: 1,
    log,
    run: (signal) => {
      signal.addEventListener('abort', () => {
        aborted = true
      })
      return promise
    },
  })
  await busy.start()
  let isStopped = false
  const stopped = busy.stop().then(() => {
    isStopped = true
  })
  expect(aborted).toBe(true)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(isStopped).toBe(false)
  resolve(1)
  await stopped
})
