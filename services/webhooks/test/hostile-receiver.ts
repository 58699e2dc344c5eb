import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { createSecureServer } from 'node:http2'
import { createServer as createHttpsServer } from 'node:https'
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer, type TLSSocket } from 'node:tls'
import { type Certificate, makeCertificate } from '@guidebook/service-kit/test/https-receiver'

/** Certificates: a valid one for `localhost`, and invalid ones. */
export const certificates = {
  good: await makeCertificate(['localhost']),
  expired: await makeCertificate(['localhost'], { expired: true }),
  misnamed: await makeCertificate(['elsewhere.example']),
  untrusted: await makeCertificate(['localhost']),
}

const options = ({ key, certificate }: Certificate) => ({ key, cert: certificate })

/** Handles a connection before TLS. */
export const overTcp = (meet: (socket: Socket) => void): Server => createTcpServer(meet)

/** Handles the request after TLS as bytes. `reset` resets the connection. */
export const overTls = (meet: (socket: TLSSocket, reset: () => void) => void): Server => {
  let latest: Socket | undefined
  const reset = () => void latest?.resetAndDestroy()
  return createTlsServer(options(certificates.good), (socket) => {
    socket.once('data', () => meet(socket, reset))
  }).on('connection', (socket: Socket) => {
    latest = socket
  })
}

/** Handles a request over HTTP/1.1. */
export const overHttps = (answer: (response: ServerResponse) => void, certificate = certificates.good): Server =>
  createHttpsServer(options(certificate), (request, response) => {
    request.resume().on('end', () => answer(response))
  })

/** Handles a request over HTTP/2. */
export const overHttp2 = (answer: (response: ServerResponse) => void): Server =>
  createSecureServer(options(certificates.good), (request, response) => {
    request.resume().on('end', () => answer(response as unknown as ServerResponse))
  })

export interface Hostile {
  port: number
  /** Number of connections. */
  connections: number
  [Symbol.asyncDispose](): Promise<void>
}

/** Starts a receiver; `null`: nothing listens on its port. */
export const listening = async (server: Server | null): Promise<Hostile> => {
  const sockets = new Set<Socket>()
  const bound = server ?? overTcp(() => undefined)
  const close = async () => {
    for (const socket of sockets) socket.destroy()
    if (!bound.listening) return
    bound.close()
    await once(bound, 'close')
  }
  const hostile: Omit<Hostile, 'port'> = { connections: 0, [Symbol.asyncDispose]: close }
  bound.on('connection', (socket: Socket) => {
    hostile.connections++
    sockets.add(socket)
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
  })
  bound.on('secureConnection', (socket: TLSSocket) => socket.on('error', () => undefined))
  bound.listen(0, '127.0.0.1')
  await once(bound, 'listening')
  const { port } = bound.address() as AddressInfo
  if (server === null) await close()
  return Object.assign(hostile, { port })
}
