import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface BreakableProxy {
  /** The given address, but through the proxy. */
  url: string
  /** Cuts all connections, as a crash or a network does. New ones are accepted unless the proxy is `down`. */
  cut(): void
  /** Cuts all and refuses new ones until `up`. */
  down(): void
  up(): void
  /** Keeps the present connections, but passes nothing any more, not even their end: as when a host vanishes. */
  hush(): void
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

export interface BreakableProxyOptions {
  /** Passes on what each of the two says; as it is unless said otherwise. */
  join?: (inbound: Socket, outbound: Socket) => void
}

const pipeBoth = (inbound: Socket, outbound: Socket): void => {
  inbound.pipe(outbound).pipe(inbound)
}

/** A TCP proxy in front of a server, so that a test can take the server away from one program only. */
export async function breakableProxy(
  url: string,
  { join = pipeBoth }: BreakableProxyOptions = {},
): Promise<BreakableProxy> {
  const target = new URL(url)
  const sockets = new Set<Socket>()
  let refusing = false
  const track = (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    // A reset is what this is for.
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
    url: through.href,
    cut,
    down: () => {
      refusing = true
      cut()
    },
    up: () => {
      refusing = false
    },
    hush: () => {
      for (const socket of sockets) socket.pause()
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}
