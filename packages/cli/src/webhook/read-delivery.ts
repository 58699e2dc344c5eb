import type { IncomingMessage } from 'node:http'
import type { Webhook } from 'standardwebhooks'
import { type Delivery, sentAtOf } from './delivery.ts'
import { type Verification, verifyDelivery } from './verify-delivery.ts'

/** Bytes. A record has a few kilobytes. */
const largestBody = 1024 * 1024

/** Reads and verifies a request. `answer`: the status for genuine deliveries. Throws when the request is cut off. */
export function createDeliveryReader(
  verifier: Webhook,
  answer: number,
): (request: IncomingMessage) => Promise<Delivery> {
  const seen = new Set<string>()
  return async (request) => {
    const body = await readBody(request)
    const verified = verifyRequest(verifier, request, body)
    const record = 'record' in verified ? verified.record : null
    const webhookId = headerOf(request, 'webhook-id')
    const repeated = record !== null && seen.has(webhookId ?? '')
    if (record !== null) seen.add(webhookId ?? '')
    return {
      at: new Date().toISOString(),
      webhookId,
      sentAt: sentAtOf(headerOf(request, 'webhook-timestamp')),
      genuine: record !== null,
      reason: 'reason' in verified ? verified.reason : null,
      repeated,
      answered: 'status' in verified ? verified.status : answer,
      record,
    }
  }
}

function verifyRequest(
  verifier: Webhook,
  { method, headers }: IncomingMessage,
  body: Buffer | null,
): Extract<Verification, { record: unknown }> | { reason: string; status: number } {
  if (method !== 'POST') return { reason: `${method}; deliveries are POST requests`, status: 405 }
  if (body === null) return { reason: 'larger than 1 MiB', status: 413 }
  const verified = verifyDelivery(verifier, headers, body)
  return 'record' in verified ? verified : { ...verified, status: 401 }
}

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
