import { expect, test, vi } from 'vitest'
import { supervise } from '../src/processes/supervise.ts'
import { throwawayChild } from './throwaway-child.ts'

const start = async () => {
  const child = await throwawayChild('setInterval(() => {}, 1000)')
  const stop = async () => {
    await child.stop(5_000)
  }
  return { child, stop }
}

test('a process that ends by itself is restarted, and the restart is reported', async () => {
  const reported: string[] = []
  const onChange = vi.fn()
  const supervised = await supervise({
    name: 'it',
    start,
    report: (line) => reported.push(line),
    onChange,
    firstDelayMs: 1,
  })
  const first = supervised.pid() ?? 0
  process.kill(first, 'SIGKILL')
  await vi.waitFor(() => expect(onChange).toHaveBeenCalledOnce(), { timeout: 60_000 })
  expect(supervised.pid()).toBeGreaterThan(0)
  expect(supervised.pid()).not.toBe(first)
  expect(reported).toEqual([
    expect.stringContaining('it ended (SIGKILL), restarting it in 0.001 s: see'),
    'it runs again',
  ])
  await supervised.stop()
})

test('a stopped process is not restarted', async () => {
  const begin = vi.fn(start)
  const supervised = await supervise({
    name: 'it',
    start: begin,
    report: () => undefined,
    onChange: () => undefined,
  })
  await supervised.stop()
  expect(begin).toHaveBeenCalledOnce()
})

test('a start that fails is tried again until it succeeds', async () => {
  const reported: string[] = []
  const begin = vi.fn(start)
  const options = {
    name: 'it',
    start: begin,
    report: (line: string) => void reported.push(line),
    onChange: () => undefined,
    firstDelayMs: 1,
  }
  const supervised = await supervise(options)
  begin.mockRejectedValueOnce(new Error('not yet'))
  process.kill(supervised.pid() ?? 0, 'SIGKILL')
  await vi.waitFor(() => expect(reported.at(-1)).toBe('it runs again'), { timeout: 60_000 })
  expect(reported[1]).toBe("it can't be started, trying again in 0.002 s: not yet")
  await supervised.stop()
})

test('a first start that fails is not repeated', async () => {
  const begin = () => Promise.reject(new Error('no such program'))
  const supervised = supervise({
    name: 'it',
    start: begin,
    report: () => undefined,
    onChange: () => undefined,
  })
  await expect(supervised).rejects.toThrow('no such program')
})
