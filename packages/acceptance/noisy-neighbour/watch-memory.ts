import { childrenOf, mebibytesOf, processOf } from '../src/process-memory.ts'
import type { SystemHandle } from '../src/running-system.ts'

const sampleEveryMs = 50

export interface MemoryPeak {
  service: string
  mebibytes: number
}

/** Samples the resident memory of every service process and child process. `stop` returns the highest value of each service. */
export const watchMemory = (system: SystemHandle): { stop(): MemoryPeak[] } => {
  const { services } = system.describe()
  const peaks = new Map<string, number>(Object.keys(services).map((service) => [service, 0]))
  const sample = () => {
    const description = system.describe()
    for (const [service, peak] of peaks) {
      const pid = processOf(description, service)
      peaks.set(service, Math.max(peak, ...[pid, ...childrenOf(pid)].map(residentOf)))
    }
  }
  const timer = setInterval(sample, sampleEveryMs)
  return {
    stop() {
      clearInterval(timer)
      sample()
      return [...peaks].map(([service, mebibytes]) => ({ service, mebibytes }))
    },
  }
}

/** Returns 0 for a worker that exited after it was listed. */
const residentOf = (pid: number): number => {
  try {
    return mebibytesOf(pid, 'VmRSS') || 0
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' || (error as NodeJS.ErrnoException).code === 'ESRCH')
      return 0
    throw error
  }
}
