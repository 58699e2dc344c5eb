import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { generate } from 'selfsigned'

export interface Certificate {
  /** PEM; self-signed. */
  certificate: string
  key: string
}

/** A certificate for these host names and for 127.0.0.1, valid for a year or already expired. */
export const makeCertificate = async (names: readonly string[], { expired = false } = {}): Promise<Certificate> => {
  // A unique subject: OpenSSL may try the wrong one of two trusted certificates with the same subject.
  const made = await generate([{ name: 'commonName', value: randomUUID() }], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    ...(expired ? { notBeforeDate: new Date('2020-01-01'), notAfterDate: new Date('2020-02-01') } : {}),
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      {
        name: 'subjectAltName',
        altNames: [...names.map((value) => ({ type: 2 as const, value })), { type: 7, ip: '127.0.0.1' }],
      },
    ],
  })
  return { certificate: made.cert, key: made.private }
}

interface Received {
  headers: Record<string, string>
  body: string
}

export interface Receiver {
  url: string
  port: number
  /** PEM of the self-signed certificate. */
  certificate: string
  received: Received[]
  /** The local address of each connection. */
  dialled: string[]
  /** Responds to the next requests. */
  answer: (request: IncomingMessage, response: ServerResponse) => void
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * A partner's HTTPS server on this machine; a test chooses its responses. `host`: the address to listen at; `null` for all addresses of
 * this machine. `names`: host names in its certificate besides `localhost`.
 */
export const startReceiver = async ({
  host = '127.0.0.1',
  names = [],
}: {
  host?: string | null
  names?: readonly string[]
} = {}): Promise<Receiver> => {
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
