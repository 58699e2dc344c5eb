import type { Operation } from '@guidebook/contracts'
import Router from '@koa/router'
import type { Middleware, Next } from 'koa'
import { ServiceError } from '../errors/service-error.ts'
import { answer } from './answer.ts'
import type { ExchangeContext, ExchangeState } from './exchange.ts'

type RoutedContext = ExchangeContext & { params: Record<string, string> }
type Handle = (ctx: ExchangeContext) => void | Promise<void>

/** An operation and its handler. `next` leaves the router. */
export interface Endpoint {
  operation: Operation
  answer(ctx: ExchangeContext, params: Record<string, string>, next: Next): void | Promise<void>
}

export interface RouterOptions {
  /** Handles unknown paths; absent: 404. */
  unknownPath?: Handle
  /** Runs before the response to OPTIONS or to an unsupported method. */
  beforeOtherMethod?: Handle
}

/**
 * The router of the gateway and of every service. A literal segment wins over a parameter, and a parameter with a suffix (`{file}.gpx`)
 * over one without. Paths are not normalised. A path with an invalid percent encoding is an unknown path.
 */
export function createRouter(endpoints: readonly Endpoint[], options: RouterOptions = {}): Middleware<ExchangeState> {
  const { unknownPath = refuseUnknownPath, beforeOtherMethod } = options
  // Exclusive: of all matching routes only the last one registered runs, so the least specific comes first.
  const router = new Router<ExchangeState>({ exclusive: true, sensitive: true, strict: true })
  router.all(/^/, unknownPath)
  const byShape = Map.groupBy(endpoints, ({ operation }) => shapeOf(operation.path))
  for (const [shape, sharing] of [...byShape].toSorted(([a], [b]) => compareSpecificity(a, b))) {
    const methods = sharing.map(({ operation }) => operation.method)
    if (new Set(methods).size < methods.length) throw new Error(`${shape} has a method twice`)
    const allow = [...methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])), 'OPTIONS'].join(
      ', ',
    )
    router.all(patternOf(shape), async (ctx: ExchangeContext) => {
      await beforeOtherMethod?.(ctx)
      answerOtherMethod(ctx, allow)
    })
    for (const endpoint of sharing) register(router, endpoint)
  }
  const dispatch = router.routes()
  return (ctx, next) => (isDecodable(ctx.path) ? dispatch(ctx, next) : unknownPath(ctx))
}

export function refuseUnknownPath(): never {
  throw new ServiceError('not-found', { detail: 'No operation has this path.' })
}

function register(router: Router<ExchangeState>, { operation, answer }: Endpoint): void {
  const { method, path } = operation
  router.register(patternOf(path), [method], (ctx: RoutedContext, next: Next) => {
    ctx.state.exchange.route = path
    return answer(ctx, ctx.params, next)
  })
}

function answerOtherMethod(ctx: ExchangeContext, allow: string): void {
  if (ctx.method !== 'OPTIONS') throw new ServiceError('method-not-allowed', { headers: { Allow: allow } })
  answer(ctx, { status: 204, headers: { ...ctx.state.exchange.headers, Allow: allow }, body: null })
}

const parameter = /\{(\w+)\}/g

/** The path without the names of its parameters: `/a/{x}` and `/a/{y}` have the same shape. */
const shapeOf = (path: string): string => {
  let count = 0
  return path.replaceAll(parameter, () => `{p${count++}}`)
}

const patternOf = (path: string): string => path.replaceAll(parameter, ':$1')

/** Negative when `a` is less specific than `b`; the first segments of different specificity decide. */
function compareSpecificity(a: string, b: string): number {
  const ofA = a.split('/').map(specificityOf)
  const ofB = b.split('/').map(specificityOf)
  // Also where one path is the beginning of the other: the order would depend on the order of the declarations otherwise.
  const segments = ofA.length > ofB.length ? ofA : ofB
  const index = segments.findIndex((_, index) => ofA[index] !== ofB[index])
  return index < 0 ? 0 : (ofA[index] ?? 0) - (ofB[index] ?? 0)
}

/** The length of a parameter's suffix; a literal exceeds every parameter. */
const specificityOf = (segment: string): number =>
  segment.startsWith('{') ? segment.length - segment.indexOf('}') : Number.MAX_SAFE_INTEGER

function isDecodable(path: string): boolean {
  if (!path.includes('%')) return true
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}
