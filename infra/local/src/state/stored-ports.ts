import { join } from 'node:path'
import { freePort, isFree } from '../ports.ts'
import type { Report } from '../report.ts'
import { UserFacingError } from '../user-facing-error.ts'
import { readJson, writeJson } from './json-file.ts'

export interface StoredPorts {
  /** A free port for a purpose: that of the last start, unless another program has taken it since. */
  of(purpose: string): Promise<number>
  /** A requested port. Throws when it is taken. */
  exactly(purpose: string, requested: number): Promise<number>
}

const pathIn = (data: string) => join(data, 'ports.json')

/** The ports of the last start, by purpose. */
export const readPorts = (data: string) => readJson<Record<string, number>>(pathIn(data)) ?? {}

export function portsIn(data: string, report: Report): StoredPorts {
  const path = pathIn(data)
  const ports = readPorts(data)
  const store = (purpose: string, port: number) => {
    ports[purpose] = port
    writeJson(path, ports)
    return port
  }
  const find = async (purpose: string) => {
    const stored = ports[purpose]
    if (stored !== undefined && (await isFree(stored))) return stored
    const chosen = await freePort(new Set(Object.values(ports)))
    if (stored !== undefined) report(`  port ${stored} is taken by another program: ${purpose} moves to ${chosen}`)
    return store(purpose, chosen)
  }
  // One at a time: two parallel searches could find the same port free.
  let last: Promise<unknown> = Promise.resolve()
  return {
    of(purpose) {
      const found = last.then(() => find(purpose))
      last = found.catch(() => undefined)
      return found
    },
    async exactly(purpose, requested) {
      if (await isFree(requested)) return store(purpose, requested)
      throw new UserFacingError(
        `port ${requested} is taken by another program: free it or choose another for ${purpose}`,
      )
    },
  }
}
