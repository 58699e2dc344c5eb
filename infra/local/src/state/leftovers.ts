import { setTimeout as delay } from 'node:timers/promises'
import { signalGroup } from '../processes/child.ts'
import { isRunning } from '../processes/identity.ts'
import { forgetProcesses, readProcesses, type TrackedProcess } from './processes.ts'

async function gone(processes: readonly TrackedProcess[], deadlineMs: number): Promise<boolean> {
  for (const until = Date.now() + deadlineMs; Date.now() < until; await delay(100)) {
    const running = await Promise.all(processes.map(isRunning))
    if (!running.includes(true)) return true
  }
  return false
}

/** What a killed start left running. Only processes that it wrote down, and only while they are still the very same ones. */
export async function findLeftovers(data: string): Promise<TrackedProcess[]> {
  const known = readProcesses(data)
  const running = await Promise.all(known.map(isRunning))
  return known.filter((_, index) => running[index])
}

/** Stops them, the latest first: services before the servers that they write to. */
export async function stopLeftovers(data: string): Promise<number> {
  const left = (await findLeftovers(data)).toReversed()
  for (const one of left) {
    process.kill(one.pid, one.stopSignal)
    if (!(await gone([one], 15_000))) signalGroup(one.pid, 'SIGKILL')
  }
  if (!(await gone(left, 10_000)))
    throw new Error(`could not stop ${left.map(({ name, pid }) => `${name} (${pid})`).join(', ')}`)
  forgetProcesses(data)
  return left.length
}
