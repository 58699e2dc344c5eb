import Router, { type RouterContext } from '@koa/router'
import type { Middleware } from 'koa'
import { ServiceError } from '../errors/service-error.ts'
import { nameRequestSpan } from '../telemetry/index.ts'
import type { ExchangeState } from './exchange.ts'
import { createGuard, type Verifier } from './guard.ts'
import type { Route } from './route.ts'
import { writeReply } from './write-reply.ts'

/** Finds the operation of a request: guard, handler, reply. What is not found answers 404, or 405 with `Allow`; OPTIONS answers `Allow`. */
export function routing(
  routes: readonly Route[],
  options: { verifier: Verifier | null; maxBodyBytes: number },
): Middleware<ExchangeState>[] {
  // The router tries one route after the other, so that each number of segments has a router of its own.
  const routers = new Map<number, Router<ExchangeState>>()
  for (const { operation, handler } of routes.toSorted((a, b) =>
    compareSpecificity(a.operation.path, b.operation.path),
  )) {
    const depth = segmentsOf(operation.path)
    const router = routers.get(depth) ?? new Router<ExchangeState>({ strict: true, sensitive: true })
    routers.set(depth, router)
    const guard = createGuard(operation, options)
    const carryOut = async (ctx: RouterContext<ExchangeState>) => {
      ctx.state.exchange.route = operation.path
      nameRequestSpan(operation.method, operation.path)
      const streaming = writeReply(ctx, operation, await handler(await guard(ctx, ctx.params)))
      if (streaming) await streaming
    }
    router.register(routerPath(operation.path), [operation.method], carryOut, { name: operation.path })
  }
  const dispatchers = new Map(
    [...routers].map(([depth, router]) => [depth, router.routes() as Middleware<ExchangeState>]),
  )
  const dispatch: Middleware<ExchangeState> = (ctx, next) =>
    (dispatchers.get(segmentsOf(ctx.path)) ?? proceed)(ctx, next)
  return [dispatch, answerUnmatched]
}

const proceed: Middleware<ExchangeState> = (_, next) => next()

function segmentsOf(path: string): number {
  let count = 0
  for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) count++
  return count
}

/** `/a/{b}.gpx` as the router writes it: `/a/:b.gpx`. */
function routerPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1')
}

/** The router takes the first that matches: `/poi` must stand before `/{id}.gpx`, and that before `/{id}`. */
function compareSpecificity(a: string, b: string): number {
  const left = a.split('/').map(vagueness)
  const right = b.split('/').map(vagueness)
  for (let at = 0; at < Math.min(left.length, right.length); at++) {
    const difference = (left[at] ?? 0) - (right[at] ?? 0)
    if (difference !== 0) return difference
  }
  return right.length - left.length
}

function vagueness(segment: string): number {
  if (!segment.includes('{')) return 0
  return segment.endsWith('}') ? 2 : 1
}

const answerUnmatched: Middleware<ExchangeState> = (ctx) => {
  const layers = (ctx as { matched?: { methods: string[]; name: string }[] }).matched ?? []
  const [nearest] = layers
  if (!nearest) throw new ServiceError('not-found')
  ctx.state.exchange.route = nearest.name
  const allow = [...new Set([...layers.flatMap((layer) => layer.methods), 'OPTIONS'])].join(', ')
  if (ctx.method !== 'OPTIONS') throw new ServiceError('method-not-allowed', { headers: { Allow: allow } })
  ctx.set({ Allow: allow, 'X-Request-Id': ctx.state.exchange.requestId })
  ctx.status = 204
}
