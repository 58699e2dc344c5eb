import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findLeftovers, stopLeftovers } from '../src/processes/leftovers.ts'
import { createProcessTracker } from '../src/processes/tracker.ts'
import { writeJson } from '../src/state/json-file.ts'
import { readProcesses } from '../src/state/processes.ts'
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
