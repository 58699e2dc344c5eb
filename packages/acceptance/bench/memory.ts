import { readFileSync } from 'node:fs'
import type { Description } from '../src/running-system.ts'
import type { Comparison } from './rounds.ts'

/** MiB. */
const allowed = 250
/** MiB; the builder's threads hold the fonts, and the pictures of the books they typeset. */
const allowedOf: Readonly<Record<string, number>> = { builder: 400 }

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
    const most = allowedOf[service] ?? allowed
    return {
      name: `resident memory of ${service} at the end`,
      limit: { what: 'allowed', value: most, unit: 'MiB' },
      subject: { what: 'seen', value, unit: 'MiB' },
      ratio: value / most,
      target: { atMost: 1 },
    }
  })
