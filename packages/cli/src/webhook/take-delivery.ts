import type { IncomingMessage } from 'node:http'
import type { Webhook } from 'standardwebhooks'
import { type Delivery, sentAtOf } from './delivery.ts'
import { type Judgement, judge } from './judge.ts'

/** A record has some kilobytes. */
const largestBody = 1024 * 1024

/** Reads a request to its end and says what it was; `answer` is the status for what is genuine. Throws when it breaks off. */
export function createTaker(verifier: Webhook, answer: number): (request: IncomingMessage) => Promise<Delivery> {
  const seen = new Set<string>()
  return async (request) => {
    const body = await readBody(request)
    const judged = judgeRequest(verifier, request, body)
    const record = 'record' in judged ? judged.record : null
    const webhookId = headerOf(request, 'webhook-id')
    const repeated = record !== null && seen.has(webhookId ?? '')
    if (record !== null) seen.add(webhookId ?? '')
    return {
      at: new Date().toISOString(),
      webhookId,
      sentAt: sentAtOf(headerOf(request, 'webhook-timestamp')),
      genuine: record !== null,
      reason: 'reason' in judged ? judged.reason : null,
      repeated,
      answered: 'status' in judged ? judged.status : answer,
      record,
    }
  }
}

function judgeRequest(
  verifier: Webhook,
  { method, headers }: IncomingMessage,
  body: Buffer | null,
): Extract<Judgement, { record: unknown }> | { reason: string; status: number } {
  if (method !== 'POST') return { reason: `${method}, deliveries are POSTs`, status: 405 }
  if (body === null) return { reason: 'larger than 1 MiB', status: 413 }
  const judged = judge(verifier, headers, body)
  return 'record' in judged ? judged : { ...judged, status: 401 }
}

/** Null when it is too large: read to its end all the same, so that the sender hears the answer. */
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
