import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createGate, type Passage } from './gate.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const options = { firstPauseMs: 100, longestPauseMs: 400 }
const long = 60_000

/** What those who wait were told so far, by name. */
function waiters(gate: ReturnType<typeof createGate>) {
  const told: string[] = []
  const wait = (name: string, ms = long) =>
    void gate.pass(ms).then((passage: Passage) => told.push(`${name} ${passage}`))
  return { told, wait }
}

test('an open gate lets everybody pass', async () => {
  expect(await createGate(options).pass(long)).toBe('go')
})

test('after a failure one at a time is let through, in turn, until one succeeds', async () => {
  const gate = createGate(options)
  const { told, wait } = waiters(gate)
  gate.failed()
  for (const name of ['a', 'b', 'c']) wait(name)
  await vi.advanceTimersByTimeAsync(100)
  expect(told).toEqual(['a go'])
  gate.failed()
  wait('a')
  await vi.advanceTimersByTimeAsync(200)
  expect(told).toEqual(['a go', 'b go'])
  gate.succeeded()
  await vi.advanceTimersByTimeAsync(0)
  expect(told).toEqual(['a go', 'b go', 'c go', 'a go'])
})

test('failures at the same time count as one', async () => {
  const gate = createGate(options)
  const { told, wait } = waiters(gate)
  for (let failures = 0; failures < 20; failures++) gate.failed()
  wait('a')
  await vi.advanceTimersByTimeAsync(100)
  expect(told).toEqual(['a go'])
})

test('when nobody waits, the next who comes is the one to try', async () => {
  const gate = createGate(options)
  const { told, wait } = waiters(gate)
  gate.failed()
  await vi.advanceTimersByTimeAsync(100)
  wait('a')
  wait('b')
  await vi.advanceTimersByTimeAsync(0)
  expect(told).toEqual(['a go'])
})

test('the pause grows up to its longest', async () => {
  const gate = createGate(options)
  const { told, wait } = waiters(gate)
  for (let failures = 0; failures < 10; failures++) {
    gate.failed()
    wait(`${failures}`)
    await vi.advanceTimersByTimeAsync(400)
    expect(told).toHaveLength(failures + 1)
  }
})

test('who waits too long is told so', async () => {
  const gate = createGate(options)
  const { told, wait } = waiters(gate)
  gate.failed()
  wait('a', 10)
  await vi.advanceTimersByTimeAsync(10)
  expect(told).toEqual(['a late'])
})

test('the end sends everybody away', async () => {
  const gate = createGate(options)
  const { told, wait } = waiters(gate)
  gate.failed()
  wait('a')
  gate.end()
  wait('b')
  await vi.advanceTimersByTimeAsync(0)
  expect(told).toEqual(['a ended', 'b ended'])
})
