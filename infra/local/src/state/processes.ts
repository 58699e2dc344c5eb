import { join } from 'node:path'
import { readJson, writeJson } from './json-file.ts'

/** Identifies a process beyond its number: the system reuses numbers, but not with the same start time. */
export interface ProcessIdentity {
  pid: number
  startedAt: string
}

export interface TrackedProcess extends ProcessIdentity {
  name: string
  /** The signal that starts an orderly shutdown. */
  stopSignal: NodeJS.Signals
}

const pathIn = (data: string) => join(data, 'processes.json')

/** The processes of the current start, or of one that was killed. */
export const readProcesses = (data: string) => readJson<TrackedProcess[]>(pathIn(data)) ?? []
export const writeProcesses = (data: string, processes: readonly TrackedProcess[]) => writeJson(pathIn(data), processes)
