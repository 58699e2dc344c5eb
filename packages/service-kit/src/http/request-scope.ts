import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Middleware, Next } from 'koa'
import { ServiceError } from '../errors/service-error.ts'
import { withRequestId } from '../request-id.ts'
import { continueTrace, registerPropagation } from '../telemetry/propagation.ts'
import { currentTraceId } from '../telemetry/trace.ts'
import { createAccessReport } from './access-report.ts'
import type { ScopeOptions } from './app.ts'
import { Exchange, type ExchangeContext, type ExchangeState } from './exchange.ts'
import { writeProblem } from './problem.ts'
import { readRequestTarget } from './request-target.ts'

const saneRequestId = /^[A-Za-z0-9._-]{1,128}$/

/**
 * The outermost middleware: replaces the request target by its origin form, assigns a request id, responds to errors with problem
 * documents, and logs the finished request.
 */
export function requestScope(options: ScopeOptions): Middleware<ExchangeState> {
  const report = createAccessReport(options.log, options.metrics)
  registerPropagation()

  const handle = (ctx: ExchangeContext, next: Next): Promise<void> => {
    const started = performance.now()
    const incoming = ctx.req.headers['x-request-id']
    const requestId = typeof incoming === 'string' && saneRequestId.test(incoming) ? incoming : randomUUID()
    const exchange = new Exchange(requestId, ctx.method, options.log, options.headers)
    exchange.traceId = currentTraceId()
    ctx.state.exchange = exchange
    // A request is finished when its response is closed and its handler has ended.
    let open = 2
    const close = () => {
      if (--open > 0) return
      report(ctx.req, ctx.res, exchange, performance.now() - started)
    }
    ctx.res.once('close', close)
    // Limits, logs, Koa and the pipeline of a stream each listen for the end of the response: more than the ten listeners that Node
    // expects.
    ctx.res.setMaxListeners(20)

    return withRequestId(requestId, async () => {
      try {
        await next()
      } catch (error) {
        exchange.error = error
        writeProblem(ctx, error, options)
      } finally {
        close()
      }
    })
  }
  return (ctx, next) => {
    const refusal = normalize(ctx.req)
    const proceed = refusal === null ? next : () => Promise.reject(refusal)
    return continueTrace(ctx.req.headers, () => handle(ctx, proceed))
  }
}

/** Replaces the target by its origin form for all later code. Returns the error of an invalid request, else null. */
function normalize(request: IncomingMessage): ServiceError | null {
  const { method = 'GET', url = '', headers, httpVersion } = request
  try {
    request.url = readRequestTarget(method, url)
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    // Later code must not see a rejected target.
    request.url = '/'
    return error
  }
  // RFC 9112 section 3.2. Node's own response would not be a problem document.
  if (headers.host !== undefined || httpVersion === '1.0') return null
  return new ServiceError('malformed-request', {
    detail: 'The header Host is missing.',
    headers: { Connection: 'close' },
  })
}
