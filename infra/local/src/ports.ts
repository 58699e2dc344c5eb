import { once } from 'node:events'
import { createServer, type Server } from 'node:net'

/** A server on the port of 127.0.0.1; undefined when it is taken. */
export async function listenOn(port: number): Promise<Server | undefined> {
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
