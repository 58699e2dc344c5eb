import { childrenOf, mebibytesOf, processOf } from '../src/process-memory.ts'
import type { Description } from '../src/running-system.ts'
import type { Comparison } from './rounds.ts'

const allowedMebibytes = 250
/** Memory at which the builder replaces a render worker. */
const allowedWorkerMebibytes = 400

/** The peak resident memory of a process. */
export const peakMebibytes = (pid: number): number => mebibytesOf(pid, 'VmHWM')

/** The resident memory of a service's process now. */
export const residentMebibytes = (system: Description, service: string): number =>
  mebibytesOf(processOf(system, service), 'VmRSS')

/** The resident memory of the builder's process and its render workers now. */
export const builderMebibytes = (system: Description): number => {
  const builder = processOf(system, 'builder')
  return [builder, ...childrenOf(builder)].reduce((sum, pid) => sum + mebibytesOf(pid, 'VmRSS'), 0)
}

const atMost = (name: string, value: number, allowed: number): Comparison => ({
  name,
  limit: { what: 'allowed', value: allowed, unit: 'MiB' },
  subject: { what: 'measured', value, unit: 'MiB' },
  ratio: value / allowed,
  target: { atMost: 1 },
})

/**
 * The memory of every service after the other benchmarks, and the peak of the builder's render workers. The sum of the builder's processes is
 * only printed: their number depends on the cores, so it has no target.
 */
export const memory = (system: Description): Comparison[] => {
  const services = Object.keys(system.services).map((service) =>
    atMost(`resident memory of ${service} at the end`, residentMebibytes(system, service), allowedMebibytes),
  )
  const builder = processOf(system, 'builder')
  const workers = childrenOf(builder)
  if (workers.length === 0) throw new Error('the builder has no render worker')
  const peak = Math.max(...workers.map((pid) => mebibytesOf(pid, 'VmHWM')))
  const now = [builder, ...workers].map((pid) => mebibytesOf(pid, 'VmRSS'))
  const sum = builderMebibytes(system)
  const line = `builder and its ${workers.length} render workers now: ${now.map((one) => one.toFixed(0)).join(' + ')} = ${sum.toFixed(0)} MiB`
  console.log(line)
  return [...services, atMost('peak memory of the largest render worker of builder', peak, allowedWorkerMebibytes)]
}
