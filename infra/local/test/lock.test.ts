import { expect, onTestFinished, test, vi } from 'vitest'
import { lockHolder, takeLock } from '../src/state/lock.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { throwawayChild } from './throwaway-child.ts'

const lockModule = import.meta.resolve('../src/state/lock.ts')

/** Starts a process that holds the lock until it is killed. */
async function startHolder(data: string) {
  const code = `import(${JSON.stringify(lockModule)}).then(({ takeLock }) => takeLock(${JSON.stringify(data)})); setInterval(() => {}, 1000)`
  const child = await throwawayChild(code)
  await vi.waitFor(() => expect(lockHolder(data)).toBe(child.pid), { timeout: 10_000 })
  return child
}

test('a free lock is taken and released', () => {
  const data = temporaryFolder()
  expect(lockHolder(data)).toBeUndefined()
  const lock = takeLock(data)
  expect(lockHolder(data)).toBe(process.pid)
  lock.release()
  expect(lockHolder(data)).toBeUndefined()
})

test('a lock that another process holds is refused with one line that names the process', async () => {
  const data = temporaryFolder()
  const { pid } = await startHolder(data)
  expect(() => takeLock(data)).toThrow(`it runs already (process ${pid}): "npm run down" stops it`)
})

test('the lock of a killed process is free at once', async () => {
  const data = temporaryFolder()
  const holder = await startHolder(data)
  await holder.stop(0)
  expect(lockHolder(data)).toBeUndefined()
  onTestFinished(takeLock(data).release)
})

test('the lock can be taken only once', () => {
  const data = temporaryFolder()
  onTestFinished(takeLock(data).release)
  expect(() => takeLock(data)).toThrow('it runs already')
})
