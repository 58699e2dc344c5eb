import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { identify } from '../src/processes/identity.ts'
import { writeJson } from '../src/state/json-file.ts'
import { lockState, takeLock } from '../src/state/lock.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { throwawayChild } from './throwaway-child.ts'

test('a place that nobody has is taken, and given back', async () => {
  const data = temporaryFolder()
  const lock = await takeLock(data)
  expect(lock.tookOver).toBe(false)
  expect((await lockState(data)).holder?.pid).toBe(process.pid)
  lock.release()
  expect(existsSync(join(data, 'lock'))).toBe(false)
})

test('a place that a running process has is refused in one line that names it', async () => {
  const data = temporaryFolder()
  const { pid } = await throwawayChild('setInterval(() => {}, 1000)')
  writeJson(join(data, 'lock'), await identify(pid))
  await expect(takeLock(data)).rejects.toThrow(`it runs already (process ${pid}): "npm run down" stops it`)
})

test('the lock of a process that has gone is taken over', async () => {
  const data = temporaryFolder()
  const child = await throwawayChild('')
  writeJson(join(data, 'lock'), { pid: child.pid, startedAt: '1' })
  await child.exited
  expect(await lockState(data)).toEqual({ holder: undefined, stale: true })
  expect((await takeLock(data)).tookOver).toBe(true)
})

test('another process that got the same number does not hold the lock', async () => {
  const data = temporaryFolder()
  writeJson(join(data, 'lock'), { pid: process.pid, startedAt: 'long ago' })
  expect((await lockState(data)).stale).toBe(true)
})

test('of several that take the place at once one gets it', async () => {
  const data = temporaryFolder()
  const outcomes = await Promise.allSettled([takeLock(data), takeLock(data), takeLock(data)])
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})
