import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { findLeftovers, stopLeftovers } from '../src/processes/leftovers.ts'
import { createProcessTracker } from '../src/processes/tracker.ts'
import { writeJson } from '../src/state/json-file.ts'
import { lockHolder } from '../src/state/lock.ts'
import { readProcesses } from '../src/state/processes.ts'
import { startSystem } from '../src/system/start-system.ts'
import { stubHost } from './stub-host.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { throwawayChild } from './throwaway-child.ts'

const forever = 'setInterval(() => {}, 1000)'

test('what a killed start left running is found and stopped', async () => {
  const data = temporaryFolder()
  const tracker = createProcessTracker(data, new AbortController().signal)
  const one = await throwawayChild(forever, { name: 'one', tracker })
  const two = await throwawayChild(forever, { name: 'two', tracker })
  expect((await findLeftovers(data)).map(({ name, pid }) => [name, pid])).toEqual([
    ['one', one.pid],
    ['two', two.pid],
  ])
  expect(await stopLeftovers(data)).toBe(2)
  // The exit events arrive in this process a moment later.
  await Promise.all([one.exited, two.exited])
  expect(readProcesses(data)).toEqual([])
})

/** Lets the next signal to a process fail. */
function failNextSignal(code: string, before: (pid: number) => void = () => undefined) {
  const kill = vi.spyOn(process, 'kill').mockImplementationOnce((pid) => {
    before(pid)
    throw Object.assign(new Error(`kill ${code}`), { code })
  })
  onTestFinished(() => kill.mockRestore())
}

test('a leftover that ends just before its signal does not keep the others running', async () => {
  const data = temporaryFolder()
  const tracker = createProcessTracker(data, new AbortController().signal)
  const one = await throwawayChild(forever, { name: 'one', tracker })
  const two = await throwawayChild(forever, { name: 'two', tracker })
  failNextSignal('ESRCH', (pid) => {
    expect(pid).toBe(two.pid)
    process.kill(pid, 'SIGKILL')
  })
  expect(await stopLeftovers(data)).toBe(2)
  await Promise.all([one.exited, two.exited])
  expect(readProcesses(data)).toEqual([])
})

test('a leftover that can not be stopped ends the start and stays recorded', async () => {
  const data = temporaryFolder()
  const { signal } = new AbortController()
  const one = await throwawayChild(forever, { name: 'one', tracker: createProcessTracker(data, signal) })
  failNextSignal('EPERM')
  const { workspace } = stubHost(data)
  await expect(startSystem({ workspace, env: {}, report: () => undefined, signal })).rejects.toThrow('kill EPERM')
  expect(readProcesses(data).map(({ pid }) => pid)).toEqual([one.pid])
  expect(lockHolder(data)).toBeUndefined()
})

test('a process that only reuses the number of a recorded one is not stopped', async () => {
  const data = temporaryFolder()
  const unrelated = await throwawayChild(forever)
  writeJson(join(data, 'processes.json'), [
    { name: 'ours', pid: unrelated.pid, startedAt: 'before', stopSignal: 'SIGTERM' },
  ])
  expect(await stopLeftovers(data)).toBe(0)
  expect(unrelated.running()).toBe(true)
})

test('a restarted process is recorded once, with its new number', async () => {
  const data = temporaryFolder()
  const tracker = createProcessTracker(data, new AbortController().signal)
  await throwawayChild(forever, { name: 'one', tracker })
  const again = await throwawayChild(forever, { name: 'one', tracker })
  expect(readProcesses(data).map(({ pid }) => pid)).toEqual([again.pid])
})
