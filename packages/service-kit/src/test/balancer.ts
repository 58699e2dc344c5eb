import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type Balancer = Awaited<ReturnType<typeof startBalancer>>

/**
 * Passes each TCP connection on to one of the targets, in turn, as a Kubernetes Service does. A connection stays with its target until it
 * ends. A target that refuses the connection is skipped.
 */
export async function startBalancer(urls: readonly string[] = []) {
  const targets = new Set(urls)
  const sockets = new Set<Socket>()
  let turn = 0
  const track = (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    // Resets are expected.
    socket.on('error', () => socket.destroy())
  }

  const join = (inbound: Socket, candidates: readonly string[]) => {
    const [first, ...others] = candidates
    if (first === undefined) return inbound.destroy()
    const { hostname, port } = new URL(first)
    const outbound = connect(Number(port), hostname)
    track(outbound)
    let isJoined = false
    outbound.once('connect', () => {
      isJoined = true
      inbound.pipe(outbound).pipe(inbound)
    })
    outbound.on('close', (failed) => {
      if (!isJoined) join(inbound, others)
      else if (failed) inbound.destroy()
      else inbound.end()
    })
    inbound.on('close', () => outbound.destroy())
    return outbound
  }
  const server = createServer((inbound) => {
    track(inbound)
    const all = [...targets]
    const first = turn++ % Math.max(1, all.length)
    join(inbound, [...all.slice(first), ...all.slice(0, first)])
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = async () => {
    for (const socket of sockets) socket.destroy()
    server.close()
    await once(server, 'close')
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** From now on the target gets connections. */
    add: (url: string) => void targets.add(url),
    /** From now on the target gets no new connections; its current ones stay. */
    remove: (url: string) => void targets.delete(url),
    close,
    [Symbol.asyncDispose]: close,
  }
}
