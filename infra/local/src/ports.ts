import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import { LocalFault } from './fault.ts'

/** True when the port can be bound on every address of this machine that we may use. */
export const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)))
  })

/**
 * A free port below the range the system hands to outgoing connections (32768 on Linux): one taken from that range could be
 * lost again between choosing and binding it, or be in use by a connection at the next start.
 */
export async function freePort(taken: ReadonlySet<number> = new Set()): Promise<number> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const port = randomInt(20_000, 32_000)
    if (!taken.has(port) && (await isFree(port))) return port
  }
  throw new LocalFault('no free port between 20000 and 32000')
}
