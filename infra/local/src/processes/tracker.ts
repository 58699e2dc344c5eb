import { type TrackedProcess, writeProcesses } from '../state/processes.ts'
import { identify } from './identity.ts'

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
      writeProcesses(data, [...tracked.values()])
    },
  }
}
