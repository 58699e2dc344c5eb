import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Received {
  method: string
  url: string
  headers: IncomingHttpHeaders
  body: string
}

export type Reaction = (response: ServerResponse) => void

/** The service as clients see it on bad days: what comes next is told beforehand, request by request. */
export interface StandIn extends AsyncDisposable {
  url: string
  received: Received[]
  /** The next requests are answered like this, in this order. */
  next(...reactions: Reaction[]): void
}

export async function startStandIn(): Promise<StandIn> {
  const received: Received[] = []
  const reactions: Reaction[] = []
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString()
    received.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body })
    const react =
      reactions.shift() ?? json(500, { code: 'internal-error', detail: 'nothing was told for this request' })
    react(response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    next: (...more) => void reactions.push(...more),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

type Headers = Record<string, string>

export const json =
  (status: number, body: unknown, headers: Headers = {}): Reaction =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
  }

/** A problem document as the service writes it. */
export const problem = (status: number, code: string, headers: Headers = {}, errors: unknown[] = []): Reaction =>
  json(
    status,
    { type: '', title: code, status, detail: `about ${code}`, code, requestId: 'req-1', errors },
    { 'content-type': 'application/problem+json', ...headers },
  )

/** What proxies say: a page. */
export const page =
  (status: number, text: string, headers: Headers = {}): Reaction =>
  (response) => {
    response.writeHead(status, { 'content-type': 'text/html', ...headers }).end(text)
  }

/** The connection is cut in the middle of the answer. */
export const breakOff: Reaction = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
  response.write('{"id":', () => response.destroy())
}

/** The connection is cut before any answer. */
export const hangUp: Reaction = (response) => response.destroy()

/** The request is taken, and no answer ever comes. */
export const silence: Reaction = () => undefined
