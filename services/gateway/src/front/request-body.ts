import type { IncomingMessage } from 'node:http'
import { largestBody, type Operation, usualBodyBytes } from '@guidebook/contracts'
import { readBody, ServiceError } from '@guidebook/service-kit'

/** Bodies up to this size are read before they are sent on: one write costs less than a stream. */
const buffered = 64 * 1024

export interface RequestBody {
  content: Buffer | AsyncIterable<Buffer> | null
  /** Stated length; undefined when the sender does not know it. */
  length?: number
}

/** The body to be sent on: none, bytes, or a stream that refuses (413) to carry more than the operation accepts. */
export async function requestBody(
  request: IncomingMessage,
  operation: Operation,
  largest = largestBody,
): Promise<RequestBody> {
  if (operation.body === undefined && operation.bodyContentTypes === undefined) return { content: null }
  const limit = Math.min(operation.bodyLimitBytes ?? usualBodyBytes, largest)
  const stated = request.headers['content-length']
  if (stated === undefined && request.headers['transfer-encoding'] === undefined) return { content: null }
  if (stated === undefined) return { content: atMost(limit, request) }
  const length = Number(stated)
  if (length > limit) throw tooLarge(limit)
  return length <= buffered
    ? { content: await readBody(request, limit), length }
    : { content: atMost(limit, request), length }
}

/** The stream is left standing when it is not read to its end: destroying it would cut the connection before the answer. */
async function* atMost(limit: number, request: IncomingMessage): AsyncGenerator<Buffer> {
  let size = 0
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += chunk.length
    if (size > limit) throw tooLarge(limit)
    yield chunk
  }
}

const tooLarge = (limit: number) =>
  // Whoever goes on sending is not listened to: the connection ends with the answer.
  new ServiceError('payload-too-large', {
    detail: `The body may have at most ${limit} bytes.`,
    headers: { Connection: 'close' },
  })
