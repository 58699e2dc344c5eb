import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writeJson } from '../src/state/json-file.ts'
import { findLeftovers, stopLeftovers } from '../src/state/leftovers.ts'
import { processHost, readProcesses } from '../src/state/processes.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { throwawayChild } from './throwaway-child.ts'

const forever = 'setInterval(() => {}, 1000)'

test('what a killed start left running is found and stopped', async () => {
  const data = temporaryFolder()
  const host = processHost(data, new AbortController().signal)
  const one = await throwawayChild(forever, { name: 'one', host })
  const two = await throwawayChild(forever, { name: 'two', host })
  expect((await findLeftovers(data)).map(({ name, pid }) => [name, pid])).toEqual([
    ['one', one.pid],
    ['two', two.pid],
  ])
  expect(await stopLeftovers(data)).toBe(2)
  // To the system they are gone; this process is told so a moment later.
  await Promise.all([one.exited, two.exited])
  expect(readProcesses(data)).toEqual([])
})

test('a process that only has the number of one of ours is left alone', async () => {
  const data = temporaryFolder()
  const foreign = await throwawayChild(forever)
  writeJson(join(data, 'processes.json'), [
    { name: 'ours', pid: foreign.pid, startedAt: 'before', stopSignal: 'SIGTERM' },
  ])
  expect(await stopLeftovers(data)).toBe(0)
  expect(foreign.running()).toBe(true)
})

test('a process that was started again is written down once, by its new number', async () => {
  const data = temporaryFolder()
  const host = processHost(data, new AbortController().signal)
  await throwawayChild(forever, { name: 'one', host })
  const again = await throwawayChild(forever, { name: 'one', host })
  expect(readProcesses(data).map(({ pid }) => pid)).toEqual([again.pid])
})
