import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Operation, validate } from '@guidebook/contracts'
import { ServiceError } from '../errors/service-error.ts'
import { isDraining } from './draining.ts'
import { etagOfBytes, isKnownToClient, quoted } from './etag.ts'
import { ClientGone, type ExchangeContext } from './exchange.ts'
import type { Reply } from './route.ts'

const jsonType = 'application/json; charset=utf-8'

/** Sends what a handler replied, after checking it against the contract: a reply that does not fit is our fault and a 500. */
export function writeReply(ctx: ExchangeContext, operation: Operation, reply: Reply): Promise<void> | undefined {
  const { res } = ctx
  const payload = payloadOf(ctx, operation, reply)
  ctx.respond = false
  if (res.destroyed) {
    payload.stream?.destroy()
    throw new ClientGone('the client did not wait for the answer')
  }
  const headers = headersOf(ctx, operation, reply)
  if (payload.stream) return sendStream(ctx, reply, payload.stream, payload.contentType, headers)
  sendBytes(ctx, reply, payload, headers)
  return undefined
}

interface Payload {
  contentType: string | undefined
  bytes: string | Buffer | undefined
  stream?: Readable
}

function payloadOf(ctx: ExchangeContext, operation: Operation, reply: Reply): Payload {
  const spec = operation.responses[reply.status]
  if (!spec) {
    reply.stream?.destroy()
    throw badReply(ctx, operation, reply, [`status ${reply.status} is not declared`])
  }
  const contentType = reply.contentType ?? spec.contentType
  if (reply.stream) return { contentType, bytes: undefined, stream: reply.stream }
  if (contentType !== undefined && !contentType.startsWith('application/json')) {
    return { contentType, bytes: reply.body as string | Buffer | undefined }
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
    ? { contentType: undefined, bytes: undefined }
    : { contentType: jsonType, bytes: JSON.stringify(reply.body) }
}

function badReply(ctx: ExchangeContext, operation: Operation, reply: Reply, faults: string[]): ServiceError {
  const fields = { operation: operation.id, replyStatus: reply.status, faults }
  ctx.state.exchange.log.error(fields, 'reply does not fit its contract')
  return new ServiceError('internal-error', { detail: `reply of ${operation.id} does not fit its contract` })
}

/** All headers go out in one `writeHead`: every `setHeader` before it would cost as much as the rest of the writing. */
function headersOf(ctx: ExchangeContext, operation: Operation, reply: Reply): Record<string, string | number> {
  const headers: Record<string, string | number> = {
    ...ctx.state.exchange.headers,
    // What a key may read is for its holder alone, and is asked for again each time (mostly answered by 304).
    'Cache-Control': operation.secret ? 'no-store' : 'private, no-cache',
  }
  if (reply.location !== undefined) headers.Location = reply.location
  if (reply.etag !== undefined) headers.ETag = quoted(reply.etag)
  if (isDraining(ctx.app)) headers.Connection = 'close'
  return reply.headers ? Object.assign(headers, reply.headers) : headers
}

function sendBytes(
  ctx: ExchangeContext,
  reply: Reply,
  payload: Payload,
  headers: Record<string, string | number>,
): void {
  const { req, res } = ctx
  const { bytes } = payload
  if (bytes === undefined) {
    if (reply.status !== 204) headers['Content-Length'] = 0
    res.writeHead(reply.status, headers).end()
    return
  }
  if (reply.status >= 200 && reply.status < 300) headers.ETag ??= etagOfBytes(bytes)
  if (isUnchanged(ctx, reply, headers.ETag)) {
    res.writeHead(304, headers).end()
    return
  }
  if (payload.contentType !== undefined) headers['Content-Type'] = payload.contentType
  headers['Content-Length'] = Buffer.byteLength(bytes)
  res.writeHead(reply.status, headers)
  res.end(req.method === 'HEAD' ? undefined : bytes)
}

/** Whether the client said that it has this very version. */
function isUnchanged({ req }: ExchangeContext, reply: Reply, etag: string | number | undefined): boolean {
  const reads = req.method === 'GET' || req.method === 'HEAD'
  return reads && reply.status === 200 && typeof etag === 'string' && isKnownToClient(req.headers, etag)
}

async function sendStream(
  ctx: ExchangeContext,
  reply: Reply,
  stream: Readable,
  contentType: string | undefined,
  headers: Record<string, string | number>,
): Promise<void> {
  const { req, res } = ctx
  const unchanged = isUnchanged(ctx, reply, headers.ETag)
  if (!unchanged) headers['Content-Type'] = contentType ?? 'application/octet-stream'
  res.writeHead(unchanged ? 304 : reply.status, headers)
  if (unchanged || req.method === 'HEAD') {
    stream.on('error', () => undefined).destroy()
    res.end()
    return
  }
  try {
    await pipeline(stream, res)
  } catch (error) {
    // Either the client left, or the source broke: the answer has begun, so that cutting it is the only way to say so.
    const code = (error as { code?: string }).code
    throw code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ERR_STREAM_UNABLE_TO_PIPE'
      ? new ClientGone('the client left before the end', { cause: error })
      : error
  }
}
