/**
 * Lets processes run only in slices of time, so that on a machine with few processors a replica is slower than all that it uses. The message
 * says which processes, with their children, and how long of every 50 ms each of them runs; the slices of two do not overlap. An empty list,
 * and the end of the parent, let all run again.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { prioritize } from '../noisy-neighbour/priority.ts'
import { treeOf } from './scale-processors.ts'

export interface Slices {
  pids: readonly number[]
  sliceMs: number
}

const periodMs = 50
let slices: Slices = { pids: [], sliceMs: periodMs }

const signal = (pid: number, name: 'SIGSTOP' | 'SIGCONT'): void => {
  try {
    for (const one of treeOf(pid)) process.kill(one, name)
  } catch (error) {
    // A worker may end at any time.
    if (!['ESRCH', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}
const resume = () => {
  for (const pid of slices.pids) signal(pid, 'SIGCONT')
}

process.on('message', (message) => {
  resume()
  slices = message as Slices
  process.send?.('changed')
})
process.once('disconnect', () => {
  resume()
  process.exit()
})
prioritize(process.pid)

for (;;) {
  const { pids, sliceMs } = slices
  for (const pid of pids) signal(pid, 'SIGSTOP')
  const pauseMs = (periodMs - pids.length * sliceMs) / Math.max(1, pids.length)
  for (const pid of pids) {
    if (slices.pids !== pids) break
    signal(pid, 'SIGCONT')
    await delay(sliceMs)
    if (slices.pids !== pids) break
    signal(pid, 'SIGSTOP')
    await delay(pauseMs)
  }
  if (pids.length === 0) await delay(periodMs)
}
