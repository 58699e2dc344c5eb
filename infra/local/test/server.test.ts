import { expect, onTestFinished, test, vi } from 'vitest'
import { type ServerOptions, startServer } from '../src/processes/server.ts'
import { stubHost } from './stub-host.ts'
import { temporaryFolder } from './temporary-folder.ts'

test.each([
  ['the time of every stop', { stopMs: 20_000 }, 20_000],
  ['less time when its options say so', { stopMs: 20_000, failedStopMs: 3_000 }, 3_000],
])('a server that does not become ready gets %s to stop', async (_, options, expected) => {
  const timers = vi.spyOn(globalThis, 'setTimeout')
  onTestFinished(() => timers.mockRestore())
  const folder = temporaryFolder()
  const server: ServerOptions = {
    name: 'server',
    command: 'sleep',
    args: ['60'],
    cwd: folder,
    env: { PATH: process.env.PATH ?? '' },
    readiness: () => Promise.reject(new Error('not ready')),
    readyMs: 10_000,
    ...options,
  }
  await expect(startServer(stubHost(folder), server)).rejects.toThrow('not ready')
  expect(timers.mock.calls.map(([, delayMs]) => delayMs)).toContain(expected)
})
