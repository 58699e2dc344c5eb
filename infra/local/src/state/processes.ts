import { join } from 'node:path'
import { identify, type ProcessIdentity } from '../processes/identity.ts'
import { readJson, writeJson } from './json-file.ts'

export interface TrackedProcess extends ProcessIdentity {
  name: string
  /** The signal that starts an orderly shutdown. */
  stopSignal: NodeJS.Signals
}

const pathIn = (data: string) => join(data, 'processes.json')

/** The processes of the current start, or of one that was killed. */
export const readProcesses = (data: string) => readJson<TrackedProcess[]>(pathIn(data)) ?? []
export const clearProcesses = (data: string) => writeJson(pathIn(data), [])

export interface ProcessTracker {
  /** Called for every process as soon as it runs. */
  track(name: string, pid: number, stopSignal: NodeJS.Signals): Promise<void>
  /** Aborts when the whole system stops. */
  stopping: AbortSignal
}

/** Records each process in a file, so that the next start finds what this one leaves behind if it is killed. */
export function createProcessTracker(data: string, stopping: AbortSignal): ProcessTracker {
  const tracked = new Map<string, TrackedProcess>()
  return {
    stopping,
    async track(name, pid, stopSignal) {
      const identity = await identify(pid)
      if (!identity) return
      // Deleted first, so that the order is that of the starts.
      tracked.delete(name)
      tracked.set(name, { name, stopSignal, ...identity })
      writeJson(pathIn(data), [...tracked.values()])
    },
  }
}
