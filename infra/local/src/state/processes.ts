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

/** On whose behalf processes begin. */
export interface ProcessHost {
  /** Told of every process at the moment it begins. */
  track(name: string, pid: number, stopSignal: NodeJS.Signals): Promise<void>
  /** Aborts when all is to end: whoever waits for a process to be ready gives up. */
  ending: AbortSignal
}

/** Writes down each process as it begins, so that the next start finds what this one may leave behind if it is killed. */
export function processHost(data: string, ending: AbortSignal): ProcessHost {
  const tracked: TrackedProcess[] = []
  return {
    ending,
    async track(name, pid, stopSignal) {
      const identity = await identify(pid)
      if (!identity) return
      const kept = tracked.filter((process) => process.name !== name)
      tracked.splice(0, tracked.length, ...kept, { name, stopSignal, ...identity })
      writeJson(pathIn(data), tracked)
    },
  }
}
