import { join } from 'node:path'
import { identify, type ProcessIdentity } from '../processes/identity.ts'
import { readJson, writeJson } from './json-file.ts'

export interface TrackedProcess extends ProcessIdentity {
  name: string
  /** The signal that makes it stop in good order. */
  stopSignal: NodeJS.Signals
}

const pathIn = (data: string) => join(data, 'processes.json')

/** The processes that the present, or a killed, start began. */
export const readProcesses = (data: string) => readJson<TrackedProcess[]>(pathIn(data)) ?? []
export const forgetProcesses = (data: string) => writeJson(pathIn(data), [])

/** Told of every process at the moment it begins. */
export type Track = (name: string, pid: number, stopSignal: NodeJS.Signals) => Promise<void>

export interface ProcessList {
  track: Track
  /** Asks everything that runs to stop: whoever waits for one of them to be ready then gives up at once. */
  interrupt(): void
}

/** Writes down each process as it begins, so that the next start finds what this one may leave behind if it is killed. */
export function processList(data: string): ProcessList {
  const tracked: TrackedProcess[] = []
  return {
    async track(name, pid, stopSignal) {
      const identity = await identify(pid)
      if (!identity) return
      const kept = tracked.filter((process) => process.name !== name)
      tracked.splice(0, tracked.length, ...kept, { name, stopSignal, ...identity })
      writeJson(pathIn(data), tracked)
    },
    interrupt() {
      for (const { pid, stopSignal } of tracked) {
        try {
          process.kill(pid, stopSignal)
        } catch (error) {
          if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
        }
      }
    },
  }
}
