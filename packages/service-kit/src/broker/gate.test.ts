import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createGate, type Passage } from './gate.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const backoff = { firstMs: 100, longestMs: 400 }
const long = 60_000

/** Records how each wait ended, by name. */
function recordWaits(gate: ReturnType<typeof createGate>) {
  const ended: string[] = []
  const wait = (name: string, ms = long) =>
    void gate.pass(ms).then((passage: Passage) => ended.push(`${name} ${passage}`))
  return { ended, wait }
}

test('an open gate lets all handlers pass', async () => {
  expect(await createGate(backoff).pass(long)).toBe('go')
})

test('after a failure one handler at a time may try, in turn, until one succeeds', async () => {
  const gate = createGate(backoff)
  const { ended, wait } = recordWaits(gate)
  gate.failed()
  for (const name of ['a', 'b', 'c']) wait(name)
  await vi.advanceTimersByTimeAsync(100)
  expect(ended).toEqual(['a go'])
  gate.failed()
  wait('a')
  await vi.advanceTimersByTimeAsync(200)
  expect(ended).toEqual(['a go', 'b go'])
  gate.succeeded()
  await vi.advanceTimersByTimeAsync(0)
  expect(ended).toEqual(['a go', 'b go', 'c go', 'a go'])
})

test('failures at the same time count as one', async () => {
  const gate = createGate(backoff)
  const { ended, wait } = recordWaits(gate)
  for (let failures = 0; failures < 20; failures++) gate.failed()
  wait('a')
  await vi.advanceTimersByTimeAsync(100)
  expect(ended).toEqual(['a go'])
})

test('when no handler waits at the end of the pause, the next one may try', async () => {
  const gate = createGate(backoff)
  const { ended, wait } = recordWaits(gate)
  gate.failed()
  await vi.advanceTimersByTimeAsync(100)
  wait('a')
  wait('b')
  await vi.advanceTimersByTimeAsync(0)
  expect(ended).toEqual(['a go'])
})

test('the pause never exceeds the longest one', async () => {
  const gate = createGate(backoff)
  const { ended, wait } = recordWaits(gate)
  for (let failures = 0; failures < 10; failures++) {
    gate.failed()
    wait(`${failures}`)
    await vi.advanceTimersByTimeAsync(400)
    expect(ended).toHaveLength(failures + 1)
  }
})

test('a wait ends after its time', async () => {
  const gate = createGate(backoff)
  const { ended, wait } = recordWaits(gate)
  gate.failed()
  wait('a', 10)
  await vi.advanceTimersByTimeAsync(10)
  expect(ended).toEqual(['a late'])
})

test('ending the gate ends all waits', async () => {
  const gate = createGate(backoff)
  const { ended, wait } = recordWaits(gate)
  gate.failed()
  wait('a')
  gate.end()
  wait('b')
  await vi.advanceTimersByTimeAsync(0)
  expect(ended).toEqual(['a ended', 'b ended'])
})
