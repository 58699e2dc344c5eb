import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import { Webhook } from 'standardwebhooks'
import type { Description } from '../state/description.ts'
import { UserFacingError } from '../user-facing-error.ts'

export interface ReceivedWebhook {
  /** Link of the release in the body. */
  link: string
  webhookId: string
  /** Why the signature is invalid; undefined when it is valid. */
  error: string | undefined
}

export interface WebhookReceiver {
  url: string
  received: ReceivedWebhook[]
  /** Verifies signatures with this secret from now on. */
  trust(secret: string): void
  stop(): Promise<void>
}

const maxBodyBytes = 1024 * 1024

/** A reseller's HTTPS endpoint: receives release records and verifies each signature with the public package. */
export async function startWebhookReceiver({
  port,
  certificate,
  key,
}: Description['webhookReceiver']): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = []
  let verifier: Webhook | undefined
  const verify = (body: string, headers: Record<string, string>): ReceivedWebhook => {
    const { link = '' } = JSON.parse(body) as { link?: string }
    const webhookId = headers['webhook-id'] ?? ''
    try {
      if (!verifier) return { link, webhookId, error: 'no secret to verify it with' }
      verifier.verify(body, headers)
      return { link, webhookId, error: undefined }
    } catch (error) {
      return { link, webhookId, error: String(error) }
    }
  }
  const server = createServer({ cert: readFileSync(certificate), key: readFileSync(key) }, (request, response) => {
    const chunks: Buffer[] = []
    let size = 0
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > maxBodyBytes) request.destroy()
      else chunks.push(chunk)
    })
    request.on('error', () => undefined)
    request.on('end', () => {
      try {
        received.push(verify(Buffer.concat(chunks).toString('utf8'), request.headers as Record<string, string>))
        response.writeHead(204).end()
      } catch {
        // Not JSON: the sender gets the status, and the demonstration misses its webhook.
        response.writeHead(400).end()
      }
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) =>
      reject(new UserFacingError(`the webhook receiver can't listen on port ${port}: ${error.message}`)),
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
