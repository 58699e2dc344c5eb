import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import { UserFacingError } from './user-facing-error.ts'

/** True when the port can be bound on 127.0.0.1. */
export const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)))
  })

/**
 * Chooses a free port below the ephemeral range (from 32768 on Linux). An ephemeral port could be taken by an outgoing connection
 * before we bind it, or at the next start.
 */
export async function freePort(taken: ReadonlySet<number> = new Set()): Promise<number> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const port = randomInt(20_000, 32_000)
    if (!taken.has(port) && (await isFree(port))) return port
  }
  throw new UserFacingError('no free port between 20000 and 32000')
}
