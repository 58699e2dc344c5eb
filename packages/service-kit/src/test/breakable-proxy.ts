import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type BreakableProxy = Awaited<ReturnType<typeof breakableProxy>>

const pipeBoth = (inbound: Socket, outbound: Socket): void => {
  inbound.pipe(outbound).pipe(inbound)
}

/**
 * A TCP proxy in front of a server, so that a test can make the server unavailable to one program only. `join` passes on the bytes of both sides,
 * unchanged by default.
 */
export async function breakableProxy(url: string, { join = pipeBoth } = {}) {
  const target = new URL(url)
  const sockets = new Set<Socket>()
  let refusing = false
  const track = (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    // Resets are expected.
    socket.on('error', () => socket.destroy())
  }
  const server = createServer((inbound) => {
    track(inbound)
    if (refusing) return inbound.destroy()
    const outbound = connect(Number(target.port), target.hostname)
    track(outbound)
    join(inbound, outbound)
    inbound.on('close', () => outbound.destroy())
    outbound.on('close', () => inbound.destroy())
    return undefined
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const through = new URL(url)
  through.hostname = '127.0.0.1'
  through.port = String((server.address() as AddressInfo).port)
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  const close = async () => {
    cut()
    server.close()
    await once(server, 'close')
  }
  return {
    /** The given address, through the proxy. */
    url: through.href,
    /** Cuts all connections, like a crash or a network failure. New ones are accepted unless the proxy is `down`. */
    cut,
    /** Cuts all and refuses new ones until `up`. */
    down: () => {
      refusing = true
      cut()
    },
    up: () => {
      refusing = false
    },
    /** Keeps the connections open but forwards nothing, not even their end, like a host that disappeared. */
    hush: () => {
      for (const socket of sockets) socket.pause()
    },
    /** Forwards again after `hush`, also what has arrived meanwhile. */
    resume: () => {
      for (const socket of sockets) socket.resume()
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}
