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
export async function writeReply(ctx: ExchangeContext, operation: Operation, reply: Reply): Promise<void> {
  const { res } = ctx
  const payload = payloadOf(ctx, operation, reply)
  ctx.respond = false
  if (res.destroyed) {
    payload.stream?.destroy()
    throw new ClientGone('the client did not wait for the answer')
  }
  setHeaders(ctx, operation, reply)
  if (payload.stream) await sendStream(ctx, reply.status, payload.contentType, payload.stream)
  else sendBytes(ctx, reply, payload.contentType, payload.bytes)
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

function setHeaders(ctx: ExchangeContext, operation: Operation, reply: Reply): void {
  const { res } = ctx
  // What a key may read is for its holder alone, and is asked for again each time (mostly answered by 304).
  res.setHeader('Cache-Control', operation.secret ? 'no-store' : 'private, no-cache')
  if (reply.location !== undefined) res.setHeader('Location', reply.location)
  if (reply.etag !== undefined) res.setHeader('ETag', quoted(reply.etag))
  for (const name in reply.headers) res.setHeader(name, reply.headers[name] ?? '')
  if (isDraining(ctx.app)) res.setHeader('Connection', 'close')
}

function sendBytes(
  ctx: ExchangeContext,
  reply: Reply,
  contentType: string | undefined,
  bytes: string | Buffer | undefined,
) {
  const { req, res } = ctx
  if (bytes === undefined) {
    res.writeHead(reply.status, reply.status === 204 ? undefined : { 'Content-Length': 0 }).end()
    return
  }
  const reads = req.method === 'GET' || req.method === 'HEAD'
  const successful = reply.status >= 200 && reply.status < 300
  const etag = reply.etag === undefined ? etagOfBytes(bytes) : quoted(reply.etag)
  if (successful && reply.etag === undefined) res.setHeader('ETag', etag)
  if (reads && reply.status === 200 && isKnownToClient(req.headers, etag)) {
    res.writeHead(304).end()
    return
  }
  if (contentType !== undefined) res.setHeader('Content-Type', contentType)
  res.writeHead(reply.status, { 'Content-Length': Buffer.byteLength(bytes) })
  res.end(req.method === 'HEAD' ? undefined : bytes)
}

async function sendStream(ctx: ExchangeContext, status: number, contentType: string | undefined, stream: Readable) {
  const { req, res } = ctx
  const etag = res.getHeader('ETag')
  const known = typeof etag === 'string' && status === 200 && isKnownToClient(req.headers, etag)
  if (known || req.method === 'HEAD') {
    stream.on('error', () => undefined).destroy()
    if (!known && contentType !== undefined) res.setHeader('Content-Type', contentType)
    res.writeHead(known ? 304 : status).end()
    return
  }
  res.writeHead(status, { 'Content-Type': contentType ?? 'application/octet-stream' })
  try {
    await pipeline(stream, res)
  } catch (error) {
    // Either the client left, or the source broke: the answer has begun, so that cutting it is the only way to say so.
    throw res.destroyed && (error as { code?: string }).code === 'ERR_STREAM_PREMATURE_CLOSE'
      ? new ClientGone('the client left before the end', { cause: error })
      : error
  }
}
