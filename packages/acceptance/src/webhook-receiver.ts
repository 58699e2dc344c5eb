import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { IncomingMessage, RequestListener } from 'node:http'
import { createServer } from 'node:https'
import { Webhook } from 'standardwebhooks'
import type { Description } from './running-system.ts'
import { reserveReceiver } from './shared-system.ts'

/** Where a receiver listens: a system on another machine does not reach the loopback interface. */
export const listenAddress = ({ host }: Description['webhookReceiver']): string =>
  host === undefined ? '127.0.0.1' : '0.0.0.0'

/** Starts an HTTPS server where the system's webhooks go. */
export const serveWebhooks = async (receiver: Description['webhookReceiver'], respond: RequestListener) => {
  const options = { cert: readFileSync(receiver.certificate), key: readFileSync(receiver.key) }
  const server = createServer(options, respond).listen(receiver.port, listenAddress(receiver))
  await once(server, 'listening')
  return {
    async stop() {
      if (!server.listening) return
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Reads a delivery. `record` is null when the public package does not verify the signature. */
export const readDelivery = async (request: IncomingMessage, secret: string) => {
  const body = (await Array.fromAsync(request)).join('')
  const headers = request.headers as Record<string, string>
  const webhookId = headers['webhook-id'] ?? ''
  try {
    return { body, headers, webhookId, record: new Webhook(secret).verify(body, headers) as { link: string } }
  } catch {
    return { body, headers, webhookId, record: null }
  }
}

export interface ReceivedWebhook {
  webhookId: string
  link: string
  traceparent: string | undefined
}

export type WebhookReceiver = Awaited<ReturnType<typeof startReceiver>>

/** A reseller's HTTPS server. It accepts only deliveries whose signature the public package verifies, and counts the others. */
export const startReceiver = async (at: Description['webhookReceiver'], secret: string) => {
  const seen = { received: [] as ReceivedWebhook[], refused: 0 }
  const server = await serveWebhooks(at, async (request, response) => {
    const { record, webhookId, headers } = await readDelivery(request, secret)
    if (record === null) seen.refused++
    else seen.received.push({ webhookId, link: record.link, traceparent: headers.traceparent })
    response.writeHead(record === null ? 401 : 204).end()
  })
  return Object.assign(seen, server)
}

/** A server that accepts all deliveries, for tests that are not about deliveries. */
export const acknowledgeEverything = (at: Description['webhookReceiver']) =>
  serveWebhooks(at, (request, response) => {
    request.resume()
    response.writeHead(204).end()
  })

export type OwnAcknowledger = Awaited<ReturnType<typeof acknowledgeOwn>>

/** Accepts all deliveries of this test file: `description` has a port of the shared system that no other file uses. */
export const acknowledgeOwn = async (shared: Description) => {
  const reserved = await reserveReceiver(shared)
  const server = await acknowledgeEverything(reserved.description.webhookReceiver)
  return {
    description: reserved.description,
    async stop() {
      await server.stop()
      await reserved[Symbol.asyncDispose]()
    },
  }
}
