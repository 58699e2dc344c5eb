import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { generate } from 'selfsigned'

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
  /** How the next requests are answered. */
  answer: (request: IncomingMessage, response: ServerResponse) => void
  [Symbol.asyncDispose](): Promise<void>
}

/** A partner's HTTPS server on this machine, whose answers a test decides. */
export const startReceiver = async (): Promise<Receiver> => {
  const made = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: 'localhost' },
          { type: 7, ip: '127.0.0.1' },
        ],
      },
    ],
  })
  const receiver: Omit<Receiver, 'url' | 'port'> = {
    certificate: made.cert,
    received: [],
    answer: (_request, response) => response.writeHead(204).end(),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  const server = createServer({ key: made.private, cert: made.cert }, async (request, response) => {
    const body = (await Array.fromAsync(request)).join('')
    receiver.received.push({ headers: request.headers as Record<string, string>, body })
    receiver.answer(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return Object.assign(receiver, { url: `https://localhost:${port}/hook`, port })
}
