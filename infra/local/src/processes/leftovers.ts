import { setTimeout as delay } from 'node:timers/promises'
import { readProcesses, type TrackedProcess, writeProcesses } from '../state/processes.ts'
import { signalGroup } from './child.ts'
import { isRunning } from './identity.ts'

/** Waits until none of the processes runs; false when the deadline passes first. */
async function allEnded(processes: readonly TrackedProcess[], deadlineMs: number): Promise<boolean> {
  for (const until = Date.now() + deadlineMs; Date.now() < until; await delay(100)) {
    const running = await Promise.all(processes.map(isRunning))
    if (!running.includes(true)) return true
  }
  return false
}

/** The processes that a killed start left running. A process with a reused number is not one of them. */
export async function findLeftovers(data: string): Promise<TrackedProcess[]> {
  const recorded = readProcesses(data)
  const running = await Promise.all(recorded.map(isRunning))
  return recorded.filter((_, index) => running[index])
}

/** Sends the stop signal, unless the process has ended by itself meanwhile. */
function askToStop({ pid, stopSignal }: TrackedProcess): void {
  try {
    process.kill(pid, stopSignal)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

/** Stops them, the latest first: services before the servers that they write to. Returns how many there were. After an error, they stay recorded. */
export async function stopLeftovers(data: string): Promise<number> {
  const leftovers = (await findLeftovers(data)).toReversed()
  for (const leftover of leftovers) {
    askToStop(leftover)
    if (!(await allEnded([leftover], 15_000))) signalGroup(leftover.pid, 'SIGKILL')
  }
  if (!(await allEnded(leftovers, 10_000)))
    throw new Error(`could not stop ${leftovers.map(({ name, pid }) => `${name} (${pid})`).join(', ')}`)
  writeProcesses(data, [])
  return leftovers.length
}
