import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import { identify } from '../src/processes/identity.ts'
import { run } from '../src/processes/run.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** Plain JavaScript. */
const lockModule = import.meta.resolve('../install-lock.mjs')
type WithLock = <T>(lock: string, report: (line: string) => void, work: () => Promise<T>) => Promise<T>
const { withLock } = (await import(lockModule)) as { withLock: WithLock }

let lock: string
beforeEach(() => {
  lock = join(temporaryFolder(), '.data', 'installing')
})

test.each([
  ['of an ended process', '4194305-1'],
  ['of a process with the id of this one, before the container was started again', `${process.pid}-1`],
  ['that names only a process id', String(process.pid)],
  ['without an owner', undefined],
])('a lock %s is taken over at once', async (_, owner) => {
  mkdirSync(lock, { recursive: true })
  if (owner !== undefined) writeFileSync(join(lock, owner), '')
  const report = vi.fn()
  expect(await withLock(lock, report, async () => readdirSync(lock))).toEqual([
    `${process.pid}-${(await identify(process.pid))?.startedAt}`,
  ])
  expect(report).not.toHaveBeenCalled()
  expect(readdirSync(join(lock, '..'))).toEqual([])
})

test('a command waits for the installation of another one, and says so once', async () => {
  const first = Promise.withResolvers<void>()
  const waiting = Promise.withResolvers<void>()
  const report = vi.fn(() => waiting.resolve())
  const installing = withLock(lock, report, () => first.promise)
  const second = withLock(lock, report, async () => 'installed')
  await waiting.promise
  expect(existsSync(lock)).toBe(true)
  first.resolve()
  await installing
  expect(await second).toBe('installed')
  expect(report).toHaveBeenCalledOnce()
})

test('of several commands that find the lock of an ended process, one at a time installs', async () => {
  mkdirSync(lock, { recursive: true })
  writeFileSync(join(lock, '4194305-1'), '')
  const journal = join(lock, '..', 'journal')
  const code = `
    import { appendFileSync } from 'node:fs'
    import { withLock } from ${JSON.stringify(lockModule)}
    const note = (text) => appendFileSync(${JSON.stringify(journal)}, text)
    for (let round = 0; round < 5; round++)
      await withLock(${JSON.stringify(lock)}, () => undefined, async () => {
        note('<')
        await new Promise((resolve) => setImmediate(resolve))
        note('>')
      })`
  const commands = Array.from({ length: 3 }, () => run(process.execPath, ['--input-type=module', '--eval', code]))
  for (const result of await Promise.all(commands)) expect(result).toEqual({ code: 0, output: '' })
  expect(readFileSync(journal, 'utf8')).toBe('<>'.repeat(15))
})
