import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Identity, TokenVerifier } from '@guidebook/service-kit'

export interface Received {
  method: string
  url: string
  headers: IncomingMessage['headers']
  identity: Identity
  body: Buffer
}

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown

export interface FakeService extends AsyncDisposable {
  url: string
  received: Received[]
  /** How many requests have begun to arrive. */
  arrived(): number
  /** How it answers from now on; before that, 200 with an empty JSON object. */
  answer(handler: Handler): void
  /** Closes every connection from now on. The port stays in use, so that no server of another test gets it. */
  stop(): void
}

/** A service that the test plays: it checks the gateway’s token, keeps what it got, and answers as it is told. */
export async function startFakeService(verifier: TokenVerifier): Promise<FakeService> {
  const received: Received[] = []
  let arrived = 0
  let handler: Handler = (_, response) => json(response, 200, {})
  const server = createServer(async (request, response) => {
    arrived++
    request.on('error', () => undefined)
    response.on('error', () => undefined)
    try {
      const identity = await verifier.verify(request.headers.authorization)
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      const { method = '', url = '', headers } = request
      received.push({ method, url, headers, identity, body: Buffer.concat(chunks) })
      await handler(request, response)
    } catch {
      response.destroy()
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    arrived: () => arrived,
    answer: (next) => {
      handler = next
    },
    stop() {
      server.on('connection', (socket) => socket.destroy())
      server.closeAllConnections()
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

export function json(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  const text = JSON.stringify(body)
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    ...headers,
  })
  response.end(text)
}
