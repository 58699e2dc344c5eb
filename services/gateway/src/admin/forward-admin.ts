/** Support's operations of other services: admits the request on the admin listener and forwards it to the service that owns the operation. */
import { createPathMatcher, type Operation, operations } from '@guidebook/contracts'
import { type ExchangeState, isDraining, type Verifier } from '@guidebook/service-kit'
import type { Middleware } from 'koa'
import type { Context } from '../context.ts'
import { answerMethods } from '../front/answer-methods.ts'
import type { createForward } from '../front/forward.ts'
import type { createUpstreams } from '../front/upstreams.ts'
import { requireKnown } from './require-known.ts'
import { support } from './verifier.ts'

export interface ForwardAdminOptions {
  context: Context
  verifier: Verifier
  upstreams: ReturnType<typeof createUpstreams>
  forward: ReturnType<typeof createForward>
}

/** All requests of support share one owner, so that they cannot take the connections that partners need. */
const owner = support.actor

export function forwardAdmin({
  context,
  verifier,
  upstreams,
  forward,
}: ForwardAdminOptions): Middleware<ExchangeState> {
  const all: Operation[] = Object.values(operations)
  const matcher = createPathMatcher(
    all.filter(({ audience, service }) => audience === 'admin' && service !== 'gateway'),
  )

  return async (ctx, next) => {
    const match = matcher.match(ctx.method, ctx.path)
    if (match === null) return next()
    if ('allow' in match) return answerMethods(ctx, match.allow)

    const { operation, params } = match
    const { exchange } = ctx.state
    exchange.route = operation.path
    await verifier.verify(ctx.req.headers.authorization, exchange)
    const { account_id: account = null } = params
    if (account !== null) await requireKnown(context, account)
    const upstream = upstreams.of(operation)
    if (upstream === null) throw new TypeError(`no service to forward ${operation.id} to`)
    ctx.respond = false
    await forward(upstream, {
      request: ctx.req,
      response: ctx.res,
      operation,
      identity: { ...support, account },
      owner,
      exchange,
      isLast: () => isDraining(ctx.app),
    })
  }
}
