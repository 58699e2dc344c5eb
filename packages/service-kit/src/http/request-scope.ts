import { randomUUID } from 'node:crypto'
import type { Middleware } from 'koa'
import type { Logger } from '../log/logger.ts'
import { withRequestId } from '../request-id.ts'
import type { Meter } from '../telemetry/index.ts'
import { createAccessReport } from './access-report.ts'
import { createExchange, type ExchangeState } from './exchange.ts'
import { writeProblem } from './problem.ts'

const saneRequestId = /^[A-Za-z0-9._-]{1,128}$/

/** Outermost: gives the request its id, turns whatever is thrown into a problem document, reports the request when it is over. */
export function requestScope(options: { log: Logger; metrics: Meter; publicUrl: string }): Middleware<ExchangeState> {
  const report = createAccessReport(options.log, options.metrics)

  return function scope(ctx, next) {
    const started = performance.now()
    const incoming = ctx.req.headers['x-request-id']
    const requestId = typeof incoming === 'string' && saneRequestId.test(incoming) ? incoming : randomUUID()
    const exchange = createExchange(requestId, options.log)
    ctx.state.exchange = exchange
    ctx.res.setHeader('X-Request-Id', requestId)
    ctx.res.once('close', () => report(ctx.req, ctx.res, exchange, performance.now() - started))

    return withRequestId(requestId, async () => {
      try {
        await next()
      } catch (error) {
        exchange.error = error
        writeProblem(ctx, error, options.publicUrl)
      }
    })
  }
}
