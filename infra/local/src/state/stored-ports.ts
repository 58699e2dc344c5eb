import { join } from 'node:path'
import { LocalFault } from '../fault.ts'
import { freePort, isFree } from '../ports.ts'
import type { Say } from '../say.ts'
import { readJson, writeJson } from './json-file.ts'

/** A free port for a purpose: the one it had at the last start, as long as nobody else has taken it since. */
export interface StoredPorts {
  of(purpose: string): Promise<number>
  /** A port that was asked for: the start ends when it is taken. */
  exactly(purpose: string, wanted: number): Promise<number>
}

const pathIn = (data: string) => join(data, 'ports.json')

/** The ports of the last start, by purpose. */
export const readPorts = (data: string) => readJson<Record<string, number>>(pathIn(data)) ?? {}

export function portsIn(data: string, tell: Say): StoredPorts {
  const path = pathIn(data)
  const known = readPorts(data)
  const keep = (purpose: string, port: number) => {
    known[purpose] = port
    writeJson(path, known)
    return port
  }
  const find = async (purpose: string) => {
    const stored = known[purpose]
    if (stored !== undefined && (await isFree(stored))) return stored
    const fresh = await freePort(new Set(Object.values(known)))
    if (stored !== undefined) tell(`  port ${stored} is taken by another program: ${purpose} moves to ${fresh}`)
    return keep(purpose, fresh)
  }
  // One after the other: two that look at the same moment could find the same port free.
  let last: Promise<unknown> = Promise.resolve()
  return {
    of(purpose) {
      const found = last.then(() => find(purpose))
      last = found.catch(() => undefined)
      return found
    },
    async exactly(purpose, wanted) {
      if (await isFree(wanted)) return keep(purpose, wanted)
      throw new LocalFault(`port ${wanted} is taken by another program: free it or choose another for ${purpose}`)
    },
  }
}
