import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { type Webhook, WebhookVerificationError } from 'standardwebhooks'
import type { ReleaseRecord } from '../generated/types.ts'

/** The receiver cannot listen: an option is wrong (`usage`), or the system refuses the port. */
export class ListenError extends Error {
  override readonly name = 'ListenError'
  readonly kind: 'usage' | 'refused'

  constructor(kind: 'usage' | 'refused', message: string) {
    super(message)
    this.kind = kind
  }
}

/** A received delivery and the response to it. */
export interface ReceivedDelivery {
  at: string
  webhookId: string | null
  /** From `webhook-timestamp`: the time of the attempt. */
  sentAt: string | null
  genuine: boolean
  /** Why it was refused. */
  reason: string | null
  /** A genuine delivery with this `webhook-id` arrived before. */
  repeated: boolean
  /** The status of the response. */
  answered: number
  record: ReleaseRecord | null
}

export interface ReceiverOptions {
  /** The address to listen at; by default only this machine reaches it. */
  host?: string | undefined
  /** 0: any free port. */
  port: number
  /** PEM; null: plain HTTP. */
  tls: { cert: string | Buffer; key: string | Buffer } | null
  verifier: Webhook
  /** The status for genuine deliveries. */
  answer: number
  /** Returns false after the last delivery: all later ones get 503, so that the service sends them again. */
  onDelivery(delivery: ReceivedDelivery): boolean
  /** A connection failed. */
  onFault(message: string): void
}

export interface Receiver {
  url: string
  closed: Promise<unknown>
  close(): void
}

/** No longer than the time limit of the webhooks service. */
const limits = { headersTimeout: 10_000, requestTimeout: 15_000, connectionsCheckingInterval: 1000 }

/** Receives deliveries. Throws a `ListenError` when it cannot listen. */
export async function startReceiver({
  host = '127.0.0.1',
  port,
  tls,
  verifier,
  answer,
  onDelivery,
  onFault,
}: ReceiverOptions): Promise<Receiver> {
  const seen = new Set<string | null>()
  let isOpen = true
  const server = create(tls, async (request, response) => {
    try {
      const delivery = await readDelivery(request, { verifier, answer, seen })
      if (isOpen) {
        response.writeHead(delivery.answered, { connection: 'close' }).end()
        isOpen = onDelivery(delivery)
        if (!isOpen) server.close()
      } else response.writeHead(503, { connection: 'close' }).end()
    } catch (error) {
      onFault(`a request was cut off: ${(error as Error).message}`)
      response.destroy()
    }
  })
  server.on('tlsClientError', ({ message }) => onFault(`a TLS connection failed: ${message}`))
  try {
    server.listen(port, host)
    await once(server, 'listening')
  } catch (error) {
    throw new ListenError('refused', `cannot listen on port ${port}: ${(error as Error).message}`)
  }
  return {
    url: `${tls === null ? 'http' : 'https'}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    closed: once(server, 'close'),
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

function create(tls: ReceiverOptions['tls'], onRequest: RequestListener): Server {
  if (tls === null) return createServer(limits, onRequest)
  try {
    return createSecureServer({ ...limits, ...tls }, onRequest)
  } catch (error) {
    throw new ListenError('usage', `the certificate or its key is invalid: ${(error as Error).message}`)
  }
}

/** Reads and verifies a request. Throws when it is cut off. */
async function readDelivery(
  request: IncomingMessage,
  { verifier, answer, seen }: Pick<ReceiverOptions, 'verifier' | 'answer'> & { seen: Set<string | null> },
): Promise<ReceivedDelivery> {
  const verdict = verify(verifier, request, await readBody(request))
  const record = 'record' in verdict ? verdict.record : null
  const webhookId = headerOf(request, 'webhook-id')
  const sentAt = headerOf(request, 'webhook-timestamp')
  const repeated = record !== null && seen.has(webhookId)
  if (record !== null) seen.add(webhookId)
  return {
    at: new Date().toISOString(),
    webhookId,
    sentAt: sentAt !== null && /^\d{1,12}$/.test(sentAt) ? new Date(Number(sentAt) * 1000).toISOString() : null,
    genuine: record !== null,
    reason: 'reason' in verdict ? verdict.reason : null,
    repeated,
    answered: 'status' in verdict ? verdict.status : answer,
    record,
  }
}

/** Bytes. A record has a few kilobytes. */
const largestBody = 1024 * 1024

/** Null when it is too large. It is read to the end all the same, so that the sender receives the response. */
async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size <= largestBody) chunks.push(chunk)
  }
  return size > largestBody ? null : Buffer.concat(chunks)
}

const headerOf = ({ headers }: IncomingMessage, name: string): string | null => {
  const value = headers[name]
  return typeof value === 'string' ? value : null
}

/** `body` has exactly the received bytes: a body that was parsed and serialized again never verifies. */
function verify(
  verifier: Webhook,
  { method, headers }: IncomingMessage,
  body: Buffer | null,
): { record: ReleaseRecord } | { reason: string; status: number } {
  if (method !== 'POST') return { reason: `${method}; deliveries are POST requests`, status: 405 }
  if (body === null) return { reason: 'larger than 1 MiB', status: 413 }
  try {
    const record: unknown = verifier.verify(body.toString('utf8'), headers as Record<string, string>)
    if (typeof record === 'object' && record !== null) return { record: record as ReleaseRecord }
    return { reason: 'signed, but not a record', status: 401 }
  } catch (error) {
    if (error instanceof SyntaxError) return { reason: 'signed, but not JSON', status: 401 }
    if (!(error instanceof WebhookVerificationError)) throw error
    return { reason: reasons[error.message] ?? error.message, status: 401 }
  }
}

/** Clearer texts for messages of the package. */
const reasons: Readonly<Record<string, string>> = {
  'Missing required headers': 'webhook-id, webhook-timestamp or webhook-signature is missing',
  'Invalid Signature Headers': 'webhook-timestamp is not a number',
  'Message timestamp too old': 'webhook-timestamp is more than five minutes old',
  'Message timestamp too new': 'webhook-timestamp is more than five minutes ahead',
  'No matching signature found': 'no signature matches: another secret, or a changed body',
}
