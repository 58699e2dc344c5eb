import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { type Certificate, makeCertificate } from './certificate.ts'

export { type Certificate, makeCertificate }

export interface Received {
  headers: Record<string, string>
  body: string
}

export interface Receiver {
  url: string
  port: number
  /** PEM of the certificate, which is its own authority. */
  certificate: string
  received: Received[]
  /** At which of this machine's addresses each connection came in. */
  dialled: string[]
  /** How the next requests are answered. */
  answer: (request: IncomingMessage, response: ServerResponse) => void
  [Symbol.asyncDispose](): Promise<void>
}

export interface ReceiverOptions {
  /** The address it listens at; `null` for every address of this machine. */
  host?: string | null
  /** Host names besides `localhost` that its certificate is for. */
  names?: readonly string[]
}

/** A partner's HTTPS server on this machine, whose answers a test decides. */
export const startReceiver = async ({ host = '127.0.0.1', names = [] }: ReceiverOptions = {}): Promise<Receiver> => {
  const made = await makeCertificate(['localhost', ...names])
  const receiver: Omit<Receiver, 'url' | 'port'> = {
    certificate: made.certificate,
    received: [],
    dialled: [],
    answer: (_request, response) => response.writeHead(204).end(),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  const server = createServer({ key: made.key, cert: made.certificate }, async (request, response) => {
    const body = (await Array.fromAsync(request)).join('')
    receiver.received.push({ headers: request.headers as Record<string, string>, body })
    receiver.answer(request, response)
  })
  server.on('connection', ({ localAddress }: Socket) => receiver.dialled.push(localAddress ?? 'unknown'))
  server.listen(0, host ?? undefined)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return Object.assign(receiver, { url: `https://localhost:${port}/hook`, port })
}
