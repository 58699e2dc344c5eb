import { detailOfFaults, errorCatalogue } from '@guidebook/contracts'
import { isStatementTimeout } from '../database/sql-state.ts'
import { isOutage } from '../errors/outage.ts'
import { ServiceError } from '../errors/service-error.ts'
import { answer, cutAnswer } from './answer.ts'
import type { ScopeOptions } from './app.ts'
import { ClientDisconnectedError, type ExchangeContext } from './exchange.ts'
import { refusalHeader, refusalOf, writeRefusal } from './refusal-report.ts'

/** Seconds after which a client may repeat a request that failed because of an outage or a slow database. */
const retryAfter = '5'

/** Maps a thrown value to a ServiceError. Unexpected errors become `internal-error`; their message is not exposed. */
export function toServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error
  if (isOutage(error) || isStatementTimeout(error)) {
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
      detail: (status < 500 && (error.detail || detailOfFaults(error.faults))) || description,
      instance,
      code: error.code,
      requestId,
      errors: error.faults,
    }),
  )
}

/** Responds with RFC 9457 `application/problem+json`. Closes the connection if the response has already begun. */
export function writeProblem(
  ctx: ExchangeContext,
  thrown: unknown,
  { publicUrl, reportsRefusals = false }: Pick<ScopeOptions, 'publicUrl' | 'reportsRefusals'>,
): void {
  const { res } = ctx
  if (thrown instanceof ClientDisconnectedError || res.destroyed || res.headersSent) return void cutAnswer(ctx)

  const error = toServiceError(thrown)
  const { status } = error
  for (const name of res.getHeaderNames()) res.removeHeader(name)
  answer(ctx, {
    status,
    headers: {
      ...ctx.state.exchange.headers,
      ...error.headers,
      ...(reportsRefusals && { [refusalHeader]: writeRefusal(refusalOf(error, ctx.state.exchange.downloadCode)) }),
      ...(status === 401 ? { 'WWW-Authenticate': 'Bearer realm="guidebook"' } : {}),
      'Content-Type': 'application/problem+json',
      'Cache-Control': 'no-store',
    },
    body: problemBody(error, { publicUrl, instance: ctx.path, requestId: ctx.state.exchange.requestId }),
  })
}
