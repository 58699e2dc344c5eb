import type { Middleware } from 'koa'
import { probes } from '../probes.ts'
import { prometheusText } from '../telemetry/index.ts'
import type { ExchangeState } from './exchange.ts'
import type { ReadReadiness } from './readiness.ts'

/** `/livez`: the process runs. `/readyz`: the state of each dependency, with facts about some. `/metrics`: Prometheus text. */
export function answerHealth(readiness: ReadReadiness): Middleware<ExchangeState> {
  return async (ctx, next) => {
    if (!probes.has(ctx.path)) return next()
    ctx.state.exchange.route = ctx.path
    ctx.set({ 'Cache-Control': 'no-store', ...ctx.state.exchange.headers })
    if (ctx.path === '/livez') {
      ctx.body = { status: 'up' }
    } else if (ctx.path === '/readyz') {
      const body = await readiness()
      ctx.status = body.status === 'up' ? 200 : 503
      ctx.body = body
    } else {
      ctx.body = await prometheusText()
      ctx.type = 'text/plain; version=0.0.4; charset=utf-8'
    }
  }
}
