import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { UserFacingError } from './user-facing-error.ts'

/**
 * All ports are below the ephemeral range (from 32768 on Linux): an ephemeral port could be taken by an outgoing connection before we
 * bind it, or at the next start. Blocks are in the lower part, so that single ports never fall into one.
 */
const blockRange = [20_000, 30_000] as const
const singleRange = [30_000, 32_000] as const
export const blockSize = 50

/** A server on the port of 127.0.0.1; undefined when it is taken. */
async function listenOn(port: number): Promise<Server | undefined> {
  const server = createServer().listen({ port, host: '127.0.0.1', exclusive: true })
  try {
    await once(server, 'listening')
    return server
  } catch {
    return undefined
  }
}

/** True when the port can be bound on 127.0.0.1. */
export async function isFree(port: number): Promise<boolean> {
  const server = await listenOn(port)
  if (server === undefined) return false
  server.close()
  await once(server, 'close')
  return true
}

/** Chooses a free port. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const port = randomInt(...singleRange)
    if (await isFree(port)) return port
  }
  throw new UserFacingError(`no free port between ${singleRange.join(' and ')}`)
}

export interface PortBlock {
  /** The block's ports are the following ones. */
  firstPort: number
  release(): void
}

/**
 * Reserves a block of ports: it belongs to the process that listens on its first port. Without this, two systems that start at the
 * same time could choose the same port before either binds it.
 */
export async function reserveBlock(preferred?: number): Promise<PortBlock> {
  const blocks = (blockRange[1] - blockRange[0]) / blockSize
  for (let attempt = 0; attempt < 200; attempt++) {
    const firstPort = attempt === 0 && preferred ? preferred : blockRange[0] + blockSize * randomInt(blocks)
    const server = await listenOn(firstPort)
    if (server === undefined) continue
    // The reservation does not keep the process running.
    server.unref()
    return { firstPort, release: () => void server.close() }
  }
  throw new UserFacingError(`no free block of ports between ${blockRange.join(' and ')}`)
}
