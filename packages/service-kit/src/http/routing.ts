import { createPathMatcher, type Operation, prepareValidation } from '@guidebook/contracts'
import type { Middleware } from 'koa'
import { ServiceError } from '../errors/service-error.ts'
import type { ExchangeContext, ExchangeState } from './exchange.ts'
import { createGuard, type GuardOptions } from './guard.ts'
import type { Route } from './route.ts'
import { writeReply } from './write-reply.ts'

/**
 * Finds the operation of a request: guard, handler, reply. What is not found answers 404, or 405 with `Allow`; OPTIONS answers `Allow`.
 * Paths are matched as the gateway matches them, by the tree in contracts.
 */
export function routing(routes: readonly Route[], options: GuardOptions): Middleware<ExchangeState> {
  const matcher = createPathMatcher(routes.map(({ operation }) => operation))
  const carriers = new Map(routes.map((one) => [one.operation, carrierOf(one, options)]))

  return (ctx) => {
    const found = matcher.match(ctx.method, ctx.path)
    if (found === null) throw new ServiceError('not-found', { detail: 'No operation has this path.' })
    if ('allow' in found) return answerAllowed(ctx, found.allow.join(', '))
    ctx.state.exchange.route = found.operation.path
    return carriers.get(found.operation)?.(ctx, found.params)
  }
}

type Carrier = (ctx: ExchangeContext, params: Record<string, string>) => Promise<void>

function carrierOf({ operation, handler }: Route, options: GuardOptions): Carrier {
  prepareSchemas(operation)
  const guard = createGuard(operation, options)
  return async (ctx, params) => {
    const streaming = writeReply(ctx, operation, await guard(ctx, params, handler))
    if (streaming) await streaming
  }
}

function prepareSchemas({ params, query, headers, body, responses }: Operation): void {
  const answers = Object.values(responses).map((response) => response.body)
  for (const schema of [params, query, headers, body, ...answers]) if (schema !== undefined) prepareValidation(schema)
}

function answerAllowed(ctx: ExchangeContext, allow: string): void {
  if (ctx.method !== 'OPTIONS') throw new ServiceError('method-not-allowed', { headers: { Allow: allow } })
  ctx.set({ Allow: allow, ...ctx.state.exchange.headers })
  ctx.status = 204
}
