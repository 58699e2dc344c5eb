import Router, { type RouterContext } from '@koa/router'
import type { Middleware } from 'koa'
import { ServiceError } from '../errors/service-error.ts'
import type { ExchangeState } from './exchange.ts'
import { createGuard, type Verifier } from './guard.ts'
import type { Route } from './route.ts'
import { writeReply } from './write-reply.ts'

/** Finds the operation of a request: guard, handler, reply. What is not found answers 404, or 405 with `Allow`; OPTIONS answers `Allow`. */
export function routing(
  routes: readonly Route[],
  options: { verifier: Verifier | null; maxBodyBytes: number },
): Middleware<ExchangeState>[] {
  const router = new Router<ExchangeState>({ strict: true, sensitive: true })
  for (const { operation, handler } of routes.toSorted((a, b) =>
    compareSpecificity(a.operation.path, b.operation.path),
  )) {
    const guard = createGuard(operation, options)
    router.register(routerPath(operation.path), [operation.method], async (ctx: RouterContext<ExchangeState>) => {
      ctx.state.exchange.route = operation.path
      await writeReply(ctx, operation, await handler(await guard(ctx, ctx.params)))
    })
  }
  return [router.routes() as Middleware<ExchangeState>, answerUnmatched]
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
  const layers = (ctx as { matched?: { methods: string[]; path: string }[] }).matched ?? []
  const [nearest] = layers
  if (!nearest) throw new ServiceError('not-found')
  ctx.state.exchange.route = nearest.path
  const allow = [...new Set([...layers.flatMap((layer) => layer.methods), 'OPTIONS'])].join(', ')
  if (ctx.method !== 'OPTIONS') throw new ServiceError('method-not-allowed', { headers: { Allow: allow } })
  ctx.set('Allow', allow)
  ctx.status = 204
}
