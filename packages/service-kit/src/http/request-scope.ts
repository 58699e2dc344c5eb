import { randomUUID } from 'node:crypto'
import type { Span } from '@opentelemetry/api'
import type { Middleware, Next } from 'koa'
import type { Logger } from '../log/logger.ts'
import { withRequestId } from '../request-id.ts'
import { currentTraceId, endRequestSpan, type Meter, registerPropagation, withRequestSpan } from '../telemetry/index.ts'
import { createAccessReport } from './access-report.ts'
import { Exchange, type ExchangeContext, type ExchangeState } from './exchange.ts'
import { probes } from './probes.ts'
import { writeProblem } from './problem.ts'

const saneRequestId = /^[A-Za-z0-9._-]{1,128}$/

/** Outermost: gives the request its id, turns whatever is thrown into a problem document, reports the request when it is over. */
export function requestScope(options: { log: Logger; metrics: Meter; publicUrl: string }): Middleware<ExchangeState> {
  const report = createAccessReport(options.log, options.metrics)
  registerPropagation()

  const handle = (ctx: ExchangeContext, next: Next, span: Span | null): Promise<void> => {
    const started = performance.now()
    const incoming = ctx.req.headers['x-request-id']
    const requestId = typeof incoming === 'string' && saneRequestId.test(incoming) ? incoming : randomUUID()
    const exchange = new Exchange(requestId, ctx.method, options.log)
    exchange.traceId = currentTraceId()
    ctx.state.exchange = exchange
    // A request is over when its answer has left and its handling has ended, whichever comes last.
    let open = 2
    const close = () => {
      if (--open > 0) return
      const { status, failed } = report(ctx.req, ctx.res, exchange, performance.now() - started)
      if (span !== null) endRequestSpan(span, status, failed)
    }
    ctx.res.once('close', close)

    return withRequestId(requestId, async () => {
      try {
        await next()
      } catch (error) {
        exchange.error = error
        writeProblem(ctx, error, options.publicUrl)
      } finally {
        close()
      }
    })
  }
  return (ctx, next) =>
    probes.has(ctx.path) ? handle(ctx, next, null) : withRequestSpan(ctx.req, (span) => handle(ctx, next, span))
}
