/** Support's operations of other services: admits the request on the admin listener and forwards it to the service that owns the operation. */
import { type Operation, operations } from '@guidebook/contracts'
import type { Endpoint, ExchangeContext, Verifier } from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { answerWith } from '../front/answer-with.ts'
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

export function forwardAdmin({ context, verifier, upstreams, forward }: ForwardAdminOptions): Endpoint[] {
  return Object.values<Operation>(operations)
    .filter(({ audience, service }) => audience === 'admin' && service !== 'gateway')
    .map((operation) => ({ operation, answer: (ctx, params) => forwardOperation(ctx, operation, params) }))

  async function forwardOperation(
    ctx: ExchangeContext,
    operation: Operation,
    { account_id: account = null }: Readonly<Record<string, string | null>>,
  ): Promise<void> {
    const { exchange } = ctx.state
    await verifier.verify(ctx.req.headers.authorization, exchange)
    if (account !== null) await requireKnown(context, account)
    const upstream = upstreams.of(operation)
    if (upstream === null) throw new TypeError(`no service to forward ${operation.id} to`)
    const identity = { ...support, account }
    await answerWith(ctx, (begin) =>
      forward(upstream, { request: ctx.req, response: ctx.res, operation, identity, owner, exchange, begin }),
    )
  }
}
