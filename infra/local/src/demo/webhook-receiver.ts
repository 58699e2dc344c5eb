import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import { Webhook } from 'standardwebhooks'
import { LocalFault } from '../fault.ts'
import type { Description } from '../state/description.ts'

export interface ReceivedWebhook {
  /** Link of the release in the body. */
  link: string
  webhookId: string
  /** Undefined when the signature was good. */
  fault: string | undefined
}

export interface WebhookReceiver {
  url: string
  received: ReceivedWebhook[]
  /** From now on signatures are checked with this secret. */
  trust(secret: string): void
  stop(): Promise<void>
}

const largestBody = 1024 * 1024

/** What a reseller runs: an HTTPS address that takes release records and checks each signature as the public package does it. */
export async function startWebhookReceiver({
  port,
  certificate,
  key,
}: Description['webhookReceiver']): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = []
  let verifier: Webhook | undefined
  const take = (body: string, headers: Record<string, string>): ReceivedWebhook => {
    const { link = '' } = JSON.parse(body) as { link?: string }
    const webhookId = headers['webhook-id'] ?? ''
    try {
      if (!verifier) return { link, webhookId, fault: 'no secret to check it with' }
      verifier.verify(body, headers)
      return { link, webhookId, fault: undefined }
    } catch (error) {
      return { link, webhookId, fault: String(error) }
    }
  }
  const server = createServer({ cert: readFileSync(certificate), key: readFileSync(key) }, (request, response) => {
    const chunks: Buffer[] = []
    let size = 0
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > largestBody) request.destroy()
      else chunks.push(chunk)
    })
    request.on('error', () => undefined)
    request.on('end', () => {
      try {
        received.push(take(Buffer.concat(chunks).toString('utf8'), request.headers as Record<string, string>))
        response.writeHead(204).end()
      } catch {
        // Not JSON: told to the sender, and the demonstration misses its webhook.
        response.writeHead(400).end()
      }
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) =>
      reject(new LocalFault(`the webhook receiver can't listen on port ${port}: ${error.message}`)),
    )
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    url: `https://127.0.0.1:${port}/release-shared`,
    received,
    trust(secret) {
      verifier = new Webhook(secret)
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
