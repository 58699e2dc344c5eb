import { childrenOf, mebibytesOf, processOf } from '../src/process-memory.ts'
import type { Description } from '../src/running-system.ts'
import type { Comparison } from './rounds.ts'

const allowedMebibytes = 250
/** What a render worker of the builder may come to before it is replaced by a fresh one. */
const allowedWorkerMebibytes = 400

/** The most that a process ever had in memory. */
export const peakMebibytes = (pid: number): number => mebibytesOf(pid, 'VmHWM')

/** What the process of a service has in memory now. */
export const residentMebibytes = (system: Description, service: string): number =>
  mebibytesOf(processOf(system, service), 'VmRSS')

/** The builder's process and its render workers, now. */
export const builderMebibytes = (system: Description): number => {
  const builder = processOf(system, 'builder')
  return [builder, ...childrenOf(builder)].reduce((sum, pid) => sum + mebibytesOf(pid, 'VmRSS'), 0)
}

const atMost = (name: string, value: number, allowed: number): Comparison => ({
  name,
  limit: { what: 'allowed', value: allowed, unit: 'MiB' },
  subject: { what: 'seen', value, unit: 'MiB' },
  ratio: value / allowed,
  target: { atMost: 1 },
})

/**
 * Every service as the measurements before have left it, and the most that one of the builder's render workers ever had. The sum of the
 * builder's processes is told beside it: how many there are depends on the cores, so it has no target.
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
  const told = `builder and its ${workers.length} render workers now: ${now.map((one) => one.toFixed(0)).join(' + ')} = ${sum.toFixed(0)} MiB`
  console.log(told)
  return [...services, atMost('largest render worker of builder, at its most', peak, allowedWorkerMebibytes)]
}
