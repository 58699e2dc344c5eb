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

/** A stub of the service whose responses the test sets in advance. */
export interface Stub extends AsyncDisposable {
  url: string
  received: Received[]
  /** Sets the responses to the next requests, in this order. */
  next(...reactions: Reaction[]): void
}

export async function startStub(): Promise<Stub> {
  const received: Received[] = []
  const reactions: Reaction[] = []
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString()
    received.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body })
    const react =
      reactions.shift() ?? json(500, { code: 'internal-error', detail: 'the test set no response to this request' })
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

/** A problem document of the service. */
export const problem = (status: number, code: string, headers: Headers = {}, errors: unknown[] = []): Reaction =>
  json(
    status,
    { type: '', title: code, status, detail: `about ${code}`, code, requestId: 'req-1', errors },
    { 'content-type': 'application/problem+json', ...headers },
  )

/** An error page of a proxy. */
export const page =
  (status: number, text: string, headers: Headers = {}): Reaction =>
  (response) => {
    response.writeHead(status, { 'content-type': 'text/html', ...headers }).end(text)
  }

/** Cuts the connection during the response. */
export const breakOff: Reaction = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
  response.write('{"id":', () => response.destroy())
}

/** Cuts the connection before the response. */
export const hangUp: Reaction = (response) => response.destroy()

/** Never responds. */
export const silence: Reaction = () => undefined
