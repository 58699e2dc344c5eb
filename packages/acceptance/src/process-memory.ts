import { existsSync, readFileSync } from 'node:fs'
import type { Description } from './running-system.ts'

/** Process id of a service, as the running system describes it. */
export const processOf = ({ processes }: Description, service: string): number => {
  const found = processes.find(({ name }) => name === service)
  if (!found) throw new Error(`no process of ${service}`)
  return found.pid
}

/** `VmRSS`: resident memory now. `VmHWM`: its peak. In MiB. */
export const mebibytesOf = (pid: number, figure: 'VmRSS' | 'VmHWM'): number => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`^${figure}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) / 1024
}

/** Live child processes. Excludes zombies, which have no `exe`. */
export const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter(Boolean)
    .map(Number)
    .filter((child) => existsSync(`/proc/${child}/exe`))
