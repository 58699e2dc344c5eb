import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { type AddressInfo, connect, type Socket } from 'node:net'
import type { Certificate } from '@guidebook/service-kit/test/https-receiver'

export interface ConnectProxy {
  url: string
  /** Requested targets, in order. */
  asked: string[]
  /** Overrides the response to the next requests. */
  refuse: ((request: IncomingMessage, socket: Socket) => boolean) | undefined
  [Symbol.asyncDispose](): Promise<void>
}

/** A proxy for CONNECT, over TLS with a certificate. */
export const startProxy = async (tls?: Certificate): Promise<ConnectProxy> => {
  const server = tls ? createSecureServer({ key: tls.key, cert: tls.certificate }) : createServer()
  const sockets = new Set<Socket>()
  const track = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket))
  }
  const proxy: Omit<ConnectProxy, 'url'> = {
    asked: [],
    refuse: undefined,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
  server.on('connection', track)
  server.on('connect', (request: IncomingMessage, inbound: Socket) => {
    proxy.asked.push(request.url ?? '')
    if (proxy.refuse?.(request, inbound)) return
    const { hostname, port } = new URL(`tcp://${request.url}`)
    const outbound = connect(Number(port), hostname.replace(/^\[|\]$/g, ''), () => {
      inbound.write('HTTP/1.1 200 Connection established\r\n\r\n')
      inbound.pipe(outbound).pipe(inbound)
    })
    track(outbound)
    inbound.on('close', () => outbound.destroy()).on('error', () => undefined)
    outbound.on('close', () => inbound.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return Object.assign(proxy, { url: `${tls ? 'https' : 'http'}://localhost:${port}` })
}
