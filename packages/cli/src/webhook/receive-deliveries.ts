import { once } from 'node:events'
import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { exitCodes } from '../exit-codes.ts'
import { Failure } from '../failure.ts'
import type { Delivery } from './delivery.ts'
import type { Place } from './find-place.ts'
import type { createTaker } from './take-delivery.ts'

export interface ReceiverOptions {
  place: Place
  take: ReturnType<typeof createTaker>
  /** So many genuine ones end it. */
  count: number
  /** Ends it, too. */
  signal: AbortSignal
  onListening(url: string): void
  onDelivery(delivery: Delivery): void
  /** A connection came to nothing; in words for people. */
  onFault(message: string): void
}

/** No longer than the service itself waits. */
const limits = { headersTimeout: 10_000, requestTimeout: 15_000, connectionsCheckingInterval: 1000 }

/** Receives, on this machine's own address alone, until it is ended. Throws a `Failure` when it cannot listen. */
export async function receiveDeliveries(options: ReceiverOptions): Promise<void> {
  const { place, take, signal, onListening, onDelivery, onFault } = options
  let left = options.count
  const server = createServer(place, async (request, response) => {
    try {
      const delivery = await take(request)
      // What comes beside the last one is not shown; the service sends it again.
      if (left === 0) return void response.writeHead(503, { connection: 'close' }).end()
      response.writeHead(delivery.answered, { connection: 'close' }).end()
      onDelivery(delivery)
      if (delivery.genuine && --left === 0) server.close()
    } catch (error) {
      onFault(`a request broke off: ${(error as Error).message}`)
      response.destroy()
    }
  })
  server.on('tlsClientError', ({ message }) => onFault(`a TLS connection failed: ${message}`))

  await listen(server, place.port)
  const closed = once(server, 'close')
  const { port } = server.address() as AddressInfo
  onListening(`${place.tls === null ? 'http' : 'https'}://127.0.0.1:${port}`)
  const end = () => {
    server.close()
    server.closeAllConnections()
  }
  if (signal.aborted) end()
  else signal.addEventListener('abort', end, { once: true })
  await closed
}

function createServer({ tls }: Place, onRequest: RequestListener): Server {
  if (tls === null) return createHttpServer(limits, onRequest)
  try {
    return createHttpsServer({ ...limits, ...tls }, onRequest)
  } catch (error) {
    throw cannotListen(`the certificate or its key is not right: ${(error as Error).message}`, exitCodes.usage)
  }
}

async function listen(server: Server, port: number): Promise<void> {
  try {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  } catch (error) {
    throw cannotListen(`port ${port} cannot be listened on: ${(error as Error).message}`, exitCodes.refused)
  }
}

const cannotListen = (message: string, exitCode: Failure['exitCode']) =>
  new Failure(message, { code: 'no-place-to-listen', exitCode })
