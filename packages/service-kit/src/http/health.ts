import type Koa from 'koa'
import type { Middleware } from 'koa'
import type { HealthCheck, HealthFacts } from '../health.ts'
import type { Logger } from '../log/logger.ts'
import { prometheusText } from '../telemetry/index.ts'
import { isDraining } from './draining.ts'
import type { ExchangeState } from './exchange.ts'
import { probes } from './probes.ts'

export interface HealthOptions {
  checks: readonly HealthCheck[]
  log: Logger
  /** How long one check may take, milliseconds. */
  checkDeadlineMs?: number
}

/** What answers later than this is of no use to a request either, milliseconds. */
const defaultDeadline = 2_000

/** `/livez`: the process runs. `/readyz`: everything it needs is there, each named, with facts where it has some. `/metrics`: Prometheus text. */
export function health(
  { checks, log, checkDeadlineMs = defaultDeadline }: HealthOptions,
  app: Koa,
): Middleware<ExchangeState> {
  const lastDown = new Map<string, string>()

  async function isUp(check: HealthCheck): Promise<boolean> {
    try {
      await withDeadline((signal) => check.check(signal), checkDeadlineMs)
      if (lastDown.delete(check.name)) log.info({ check: check.name }, 'health check is up again')
      return true
    } catch (error) {
      const reason = String((error as Error)?.message ?? error)
      // A probe comes every few seconds: only news is worth a line.
      if (lastDown.get(check.name) !== reason) log.warn({ check: check.name, err: error }, 'health check is down')
      lastDown.set(check.name, reason)
      return false
    }
  }

  async function factsOf({ name, facts }: HealthCheck): Promise<[name: string, facts: HealthFacts][]> {
    if (facts === undefined) return []
    try {
      return [[name, await withDeadline(facts, checkDeadlineMs)]]
    } catch (error) {
      log.debug({ check: name, err: error }, 'facts about a health check are not known')
      return []
    }
  }

  async function readiness() {
    const [results, facts] = await Promise.all([
      Promise.all(checks.map(async (check) => [check.name, await isUp(check)] as const)),
      Promise.all(checks.map(factsOf)),
    ])
    const told = Object.fromEntries(facts.flat())
    const up = !isDraining(app) && results.every(([, isGood]) => isGood)
    const named = Object.fromEntries(results.map(([name, isGood]) => [name, isGood ? 'up' : 'down']))
    const status = isDraining(app) ? 'draining' : up ? 'up' : 'down'
    return { up, body: { status, checks: named, ...(Object.keys(told).length === 0 ? {} : { facts: told }) } }
  }

  return async function answerHealth(ctx, next) {
    if (!probes.has(ctx.path)) return next()
    ctx.state.exchange.route = ctx.path
    ctx.set({ 'Cache-Control': 'no-store', ...ctx.state.exchange.headers })
    if (ctx.path === '/livez') {
      ctx.body = { status: 'up' }
    } else if (ctx.path === '/readyz') {
      const { up, body } = await readiness()
      ctx.status = up ? 200 : 503
      ctx.body = body
    } else {
      ctx.body = await prometheusText()
      ctx.type = 'text/plain; version=0.0.4; charset=utf-8'
    }
  }
}

async function withDeadline<T>(ask: (signal: AbortSignal) => Promise<T>, deadlineMs: number): Promise<T> {
  const deadline = new AbortController()
  const { promise: expired, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    const late = new Error(`no answer within ${deadlineMs} ms`)
    reject(late)
    deadline.abort(late)
  }, deadlineMs)
  try {
    return await Promise.race([ask(deadline.signal), expired])
  } finally {
    clearTimeout(timer)
  }
}
