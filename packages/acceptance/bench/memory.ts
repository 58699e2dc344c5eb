import { readFileSync } from 'node:fs'
import type { Description } from '../src/running-system.ts'
import type { Comparison } from './rounds.ts'

const allowedMebibytes = 250

/** What the process of a service has in memory now. */
export const residentMebibytes = ({ processes }: Description, service: string): number => {
  const pid = processes.find(({ name }) => name === service)?.pid
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024
}

/** Every service as the measurements before have left it. */
export const memory = (system: Description): Comparison[] =>
  Object.keys(system.services).map((service) => {
    const value = residentMebibytes(system, service)
    return {
      name: `resident memory of ${service} at the end`,
      limit: { what: 'allowed', value: allowedMebibytes, unit: 'MiB' },
      subject: { what: 'seen', value, unit: 'MiB' },
      ratio: value / allowedMebibytes,
      target: { atMost: 1 },
    }
  })
