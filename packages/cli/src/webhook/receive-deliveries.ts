import { once } from 'node:events'
import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { CommandError } from '../command-error.ts'
import { exitCodes } from '../exit-codes.ts'
import type { Delivery } from './delivery.ts'
import type { ListenAddress } from './listen-address.ts'
import type { createDeliveryReader } from './read-delivery.ts'

export interface ReceiverOptions {
  address: ListenAddress
  readDelivery: ReturnType<typeof createDeliveryReader>
  /** Number of genuine deliveries after which to end. */
  count: number
  /** Ends the receiver. */
  signal: AbortSignal
  onListening(url: string): void
  onDelivery(delivery: Delivery): void
  /** A connection failed. */
  onFault(message: string): void
}

/** No longer than the time limit of the webhooks service. */
const limits = { headersTimeout: 10_000, requestTimeout: 15_000, connectionsCheckingInterval: 1000 }

/** Receives deliveries on 127.0.0.1 until it is ended. Throws a `CommandError` when it cannot listen. */
export async function receiveDeliveries(options: ReceiverOptions): Promise<void> {
  const { address, readDelivery, signal, onListening, onDelivery, onFault } = options
  let left = options.count
  const server = createServer(address, async (request, response) => {
    try {
      const delivery = await readDelivery(request)
      // Refuse deliveries after the last one; the service sends them again.
      if (left === 0) return void response.writeHead(503, { connection: 'close' }).end()
      response.writeHead(delivery.answered, { connection: 'close' }).end()
      onDelivery(delivery)
      if (delivery.genuine && --left === 0) server.close()
    } catch (error) {
      onFault(`a request was cut off: ${(error as Error).message}`)
      response.destroy()
    }
  })
  server.on('tlsClientError', ({ message }) => onFault(`a TLS connection failed: ${message}`))

  await listen(server, address.port)
  const closed = once(server, 'close')
  const { port } = server.address() as AddressInfo
  onListening(`${address.tls === null ? 'http' : 'https'}://127.0.0.1:${port}`)
  const end = () => {
    server.close()
    server.closeAllConnections()
  }
  if (signal.aborted) end()
  else signal.addEventListener('abort', end, { once: true })
  await closed
}

function createServer({ tls }: ListenAddress, onRequest: RequestListener): Server {
  if (tls === null) return createHttpServer(limits, onRequest)
  try {
    return createHttpsServer({ ...limits, ...tls }, onRequest)
  } catch (error) {
    throw cannotListen(`the certificate or its key is invalid: ${(error as Error).message}`, exitCodes.usage)
  }
}

async function listen(server: Server, port: number): Promise<void> {
  try {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  } catch (error) {
    throw cannotListen(`cannot listen on port ${port}: ${(error as Error).message}`, exitCodes.refused)
  }
}

const cannotListen = (message: string, exitCode: CommandError['exitCode']) =>
  new CommandError(message, { code: 'no-place-to-listen', exitCode })
