import { errorCatalogue } from '@guidebook/contracts'
import { isOutage } from '../errors/outage.ts'
import { ServiceError } from '../errors/service-error.ts'
import { isDraining } from './draining.ts'
import { ClientGone, type ExchangeContext } from './exchange.ts'

/** Seconds after which a request that met an outage may be repeated. */
const retryAfter = '5'

/** What a thrown thing means to the caller. Whatever was not foreseen is an internal error, and its words stay inside. */
export function toServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error
  if (isOutage(error)) {
    return new ServiceError('part-unavailable', { cause: error, headers: { 'Retry-After': retryAfter } })
  }
  return new ServiceError('internal-error', { cause: error })
}

/** The bytes of an RFC 9457 problem document. */
export function problemBody(
  error: ServiceError,
  { publicUrl, instance, requestId }: { publicUrl: string; instance: string; requestId: string },
): Buffer {
  const { title, status, description } = errorCatalogue[error.code]
  return Buffer.from(
    JSON.stringify({
      type: `${publicUrl}/docs/errors/${error.code}`,
      title,
      status,
      detail: (status < 500 && error.detail) || description,
      instance,
      code: error.code,
      requestId,
      errors: error.faults,
    }),
  )
}

/** Answers with RFC 9457 `application/problem+json`. When the answer has already begun, only the connection can tell: it is cut. */
export function writeProblem(ctx: ExchangeContext, thrown: unknown, publicUrl: string): void {
  const { req, res } = ctx
  ctx.respond = false
  if (thrown instanceof ClientGone || res.destroyed) return void res.destroy()
  if (res.headersSent) return void res.destroy()

  const error = toServiceError(thrown)
  const { status } = error
  const body = problemBody(error, { publicUrl, instance: ctx.path, requestId: ctx.state.exchange.requestId })
  for (const name of res.getHeaderNames()) res.removeHeader(name)
  const headers: Record<string, string | number> = {
    ...ctx.state.exchange.headers,
    ...error.headers,
    'Content-Type': 'application/problem+json',
    'Content-Length': body.length,
    'Cache-Control': 'no-store',
  }
  if (status === 401) headers['WWW-Authenticate'] = 'Bearer realm="guidebook"'
  if (isDraining(ctx.app)) headers.Connection = 'close'
  res.writeHead(status, headers)
  res.end(req.method === 'HEAD' ? undefined : body)
}
