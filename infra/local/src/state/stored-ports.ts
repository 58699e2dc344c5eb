import { randomInt } from 'node:crypto'
import type { Server } from 'node:net'
import { join } from 'node:path'
import { isFree, listenOn } from '../ports.ts'
import type { Report } from '../report.ts'
import { UserFacingError } from '../user-facing-error.ts'
import { readJson, writeJson } from './json-file.ts'

export interface StoredPorts {
  /** The port for a purpose: that of the last start, unless another program has taken a port of the block since. */
  of(purpose: string): number
  /** Gives up the reservation. The end of the process does the same. */
  release(): void
}

/** All blocks are below the ephemeral range (from 32768 on Linux), whose ports an outgoing connection may take at any time. */
const blocksFrom = 20_000
const blockCount = 200
const blockSize = 50

/** The purpose of the first port of a block. */
const reservation = 'reservation'

const pathIn = (data: string) => join(data, 'ports.json')

/** The ports of the last start, by purpose. */
export const readPorts = (data: string) => readJson<Record<string, number>>(pathIn(data)) ?? {}

/**
 * The ports of the last start, if they follow one another. Earlier versions also stored requested ports and left gaps, so that a
 * new purpose could get the port of another one.
 */
function storedPorts(data: string): Record<string, number> {
  const ports = readPorts(data)
  const { [reservation]: first = 0 } = ports
  const all = Object.values(ports)
  return all.every((port) => port >= first && port < first + all.length) ? ports : {}
}

/**
 * Reserves a block of ports: it belongs to the process that listens on its first port. Without this, two systems that start at the
 * same time could choose the same port before either binds it. Undefined when one of its ports is taken.
 */
async function reserve(firstPort: number): Promise<Server | undefined> {
  const server = await listenOn(firstPort)
  const others = Array.from({ length: blockSize - 1 }, (_, index) => firstPort + index + 1)
  if (server && (await Promise.all(others.map(isFree))).every(Boolean)) return server
  server?.close()
  return undefined
}

/** Reserves the block of the last start, else another one. */
export async function portsIn(data: string, report: Report): Promise<StoredPorts> {
  let ports = storedPorts(data)
  const { [reservation]: stored } = ports
  let server = stored === undefined ? undefined : await reserve(stored)
  if (stored !== undefined && server === undefined) {
    report(`  another program uses ports from ${stored} to ${stored + blockSize - 1}: all ports change`)
  }
  for (let attempt = 0; server === undefined; attempt++) {
    if (attempt === blockCount) throw new UserFacingError(`no free block of ports from ${blocksFrom}`)
    const firstPort = blocksFrom + blockSize * randomInt(blockCount)
    ports = { [reservation]: firstPort }
    server = await reserve(firstPort)
  }
  // The reservation does not keep the process running.
  server.unref()
  const { [reservation]: firstPort = 0 } = ports
  return {
    of(purpose) {
      ports[purpose] ??= firstPort + Object.keys(ports).length
      writeJson(pathIn(data), ports)
      return ports[purpose]
    },
    release: () => void server.close(),
  }
}

/** The port that the environment requests for the gateway. Fails when it is taken, before anything starts. */
export async function requestedPort(requested: string | undefined): Promise<number | undefined> {
  if (requested === undefined) return undefined
  const port = Number(requested)
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new UserFacingError('GUIDEBOOK_PORT must be a port number')
  if (await isFree(port)) return port
  throw new UserFacingError(`port ${port} is taken by another program: free it or choose another GUIDEBOOK_PORT`)
}
