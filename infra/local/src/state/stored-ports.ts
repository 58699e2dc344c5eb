import { join } from 'node:path'
import { blockSize, isFree, type PortBlock, reserveBlock } from '../ports.ts'
import type { Report } from '../report.ts'
import { UserFacingError } from '../user-facing-error.ts'
import { readJson, writeJson } from './json-file.ts'

export interface StoredPorts {
  /** A free port for a purpose: that of the last start, unless another program has taken it since. */
  of(purpose: string): Promise<number>
  /** A requested port. Throws when it is taken. */
  exactly(purpose: string, requested: number): Promise<number>
  /** Gives up the reservation of ports that are not in use. The end of the process does the same. */
  release(): void
}

const pathIn = (data: string) => join(data, 'ports.json')

/** The ports of the last start, by purpose. */
export const readPorts = (data: string) => readJson<Record<string, number>>(pathIn(data)) ?? {}

const reservation = 'reservation'

export function portsIn(data: string, report: Report): StoredPorts {
  const path = pathIn(data)
  const ports = readPorts(data)
  const store = (purpose: string, port: number) => {
    ports[purpose] = port
    writeJson(path, ports)
    return port
  }
  let block: PortBlock | undefined
  const reserve = async () => {
    const stored = ports[reservation]
    const reserved = await reserveBlock(stored)
    if (stored !== undefined && stored !== reserved.firstPort) {
      report(`  the ports from ${stored} to ${stored + blockSize - 1} belong to another system now: all of them change`)
      for (const [purpose, port] of Object.entries(ports)) {
        if (port >= stored && port < stored + blockSize) delete ports[purpose]
      }
    }
    store(reservation, reserved.firstPort)
    return reserved
  }
  const find = async (purpose: string) => {
    block ??= await reserve()
    const stored = ports[purpose]
    if (stored !== undefined && (await isFree(stored))) return stored
    const chosen = await nextFree(block.firstPort, new Set(Object.values(ports)))
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
    release: () => block?.release(),
  }
}

async function nextFree(firstPort: number, used: ReadonlySet<number>): Promise<number> {
  for (let port = firstPort + 1; port < firstPort + blockSize; port++) {
    if (!used.has(port) && (await isFree(port))) return port
  }
  throw new UserFacingError(`no free port between ${firstPort} and ${firstPort + blockSize}`)
}
