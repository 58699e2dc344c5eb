import { childrenOf, mebibytesOf, processOf } from '../src/process-memory.ts'
import type { StandingSystem } from '../src/running-system.ts'

/** Resident memory is looked at this often, milliseconds. */
const lookEvery = 50

export interface MemoryPeak {
  service: string
  mebibytes: number
}

/** Samples the resident memory of every service, child processes each by itself, until stopped; returns the highest of each service. */
export const watchMemory = (system: StandingSystem): { stop(): MemoryPeak[] } => {
  const { services } = system.describe()
  const peaks = new Map<string, number>(Object.keys(services).map((service) => [service, 0]))
  const look = () => {
    const description = system.describe()
    for (const [service, peak] of peaks) {
      const pid = processOf(description, service)
      peaks.set(service, Math.max(peak, ...[pid, ...childrenOf(pid)].map(residentOf)))
    }
  }
  const timer = setInterval(look, lookEvery)
  return {
    stop() {
      clearInterval(timer)
      look()
      return [...peaks].map(([service, mebibytes]) => ({ service, mebibytes }))
    },
  }
}

/** A worker may exit between being listed and being looked at: then it holds nothing. */
const residentOf = (pid: number): number => {
  try {
    return mebibytesOf(pid, 'VmRSS') || 0
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' || (error as NodeJS.ErrnoException).code === 'ESRCH')
      return 0
    throw error
  }
}
