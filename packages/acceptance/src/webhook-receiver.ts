import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import { Webhook } from 'standardwebhooks'
import type { Description } from './running-system.ts'
import { receiverTurn } from './shared-system.ts'

export interface ReceivedWebhook {
  webhookId: string
  link: string
  traceparent: string | undefined
}

export interface WebhookReceiver {
  received: ReceivedWebhook[]
  /** What was refused because its signature did not verify. */
  refused: number
  stop(): Promise<void>
}

/** A reseller's HTTPS server that takes only what the public package verifies. */
export const startReceiver = async (
  { port, certificate, key }: Description['webhookReceiver'],
  secret: string,
): Promise<WebhookReceiver> => {
  const verifier = new Webhook(secret)
  const receiver: WebhookReceiver = {
    received: [],
    refused: 0,
    async stop() {
      if (!server.listening) return
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  const server = createServer(
    { cert: readFileSync(certificate), key: readFileSync(key) },
    async (request, response) => {
      const body = (await Array.fromAsync(request)).join('')
      const headers = request.headers as Record<string, string>
      try {
        const { link } = verifier.verify(body, headers) as { link: string }
        receiver.received.push({ webhookId: headers['webhook-id'] ?? '', link, traceparent: headers.traceparent })
        response.writeHead(204).end()
      } catch {
        // The package says by an error that the signature is not good.
        receiver.refused++
        response.writeHead(401).end()
      }
    },
  )
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return receiver
}

export interface Acknowledger {
  stop(): Promise<void>
}

/** A server that thanks for whatever the shared system sends, for tests that are not about deliveries; it waits for its turn to listen. */
export const acknowledgeEverything = async ({
  webhookReceiver: { port, certificate, key },
}: Description): Promise<Acknowledger> => {
  const turn = await receiverTurn()
  const server = createServer({ cert: readFileSync(certificate), key: readFileSync(key) }, (request, response) => {
    request.resume()
    response.writeHead(204).end()
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
      await turn[Symbol.asyncDispose]()
    },
  }
}
