import type { Readable } from 'node:stream'
import { type Operation, validate } from '@guidebook/contracts'
import { ServiceError } from '../errors/service-error.ts'
import { answer } from './answer.ts'
import { etagOfBytes, isKnownToClient, quoted } from './etag.ts'
import type { ExchangeContext } from './exchange.ts'
import type { Reply } from './route.ts'

const jsonType = 'application/json; charset=utf-8'

/** Writes the reply of a handler. A reply that violates its contract is our error: 500. */
export function writeReply(ctx: ExchangeContext, operation: Operation, reply: Reply): void {
  const { contentType, body } = payloadOf(ctx, operation, reply)
  const headers = headersOf(ctx, operation, reply)
  const isBytes = typeof body === 'string' || Buffer.isBuffer(body)
  if (isBytes && reply.status >= 200 && reply.status < 300) headers.ETag ??= etagOfBytes(body)
  if (contentType !== undefined) headers['Content-Type'] = contentType
  if (reply.stream !== undefined) recordFailure(ctx, reply.stream)
  answer(ctx, { status: isUnchanged(ctx, reply, headers.ETag) ? 304 : reply.status, headers, body })
}

interface Payload {
  contentType: string | undefined
  body: string | Buffer | Readable | null
}

function payloadOf(ctx: ExchangeContext, operation: Operation, reply: Reply): Payload {
  const spec = operation.responses[reply.status]
  if (!spec) {
    reply.stream?.destroy()
    throw badReply(ctx, operation, reply, [`status ${reply.status} is not declared`])
  }
  const contentType = reply.contentType ?? spec.contentType
  if (reply.stream) return { contentType: contentType ?? 'application/octet-stream', body: reply.stream }
  if (contentType !== undefined && !contentType.startsWith('application/json')) {
    return { contentType, body: (reply.body as string | Buffer | undefined) ?? null }
  }
  if (spec.body) {
    const faults = validate(spec.body, reply.body)
    if (faults.length > 0) {
      throw badReply(
        ctx,
        operation,
        reply,
        faults.slice(0, 20).map((fault) => `${fault.pointer}: ${fault.message}`),
      )
    }
  }
  return reply.body === undefined
    ? { contentType: undefined, body: null }
    : { contentType: jsonType, body: JSON.stringify(reply.body) }
}

function badReply(ctx: ExchangeContext, operation: Operation, reply: Reply, faults: string[]): ServiceError {
  const fields = { operation: operation.id, replyStatus: reply.status, faults }
  ctx.state.exchange.log.error(fields, 'reply does not fit its contract')
  return new ServiceError('internal-error', { detail: `reply of ${operation.id} does not fit its contract` })
}

function headersOf(ctx: ExchangeContext, operation: Operation, reply: Reply): Record<string, string> {
  const headers: Record<string, string> = {
    ...ctx.state.exchange.headers,
    // A client may store the response, but must revalidate it each time (mostly 304).
    'Cache-Control': operation.secret ? 'no-store' : 'private, no-cache',
  }
  if (reply.location !== undefined) headers.Location = reply.location
  if (reply.etag !== undefined) headers.ETag = quoted(reply.etag)
  return reply.headers ? Object.assign(headers, reply.headers) : headers
}

/** Whether the client has this version already. */
function isUnchanged({ req }: ExchangeContext, reply: Reply, etag: string | undefined): boolean {
  const reads = req.method === 'GET' || req.method === 'HEAD'
  return reads && reply.status === 200 && etag !== undefined && isKnownToClient(req.headers, etag)
}

/** Records why a stream failed while it was sent. Koa then closes the connection. */
function recordFailure(ctx: ExchangeContext, stream: Readable): void {
  const { res, state } = ctx
  stream.on('error', (error) => {
    // A stream that is no longer needed may fail when Koa closes it.
    if (ctx.body === stream && !res.writableEnded && !res.destroyed) state.exchange.error = error
  })
}
