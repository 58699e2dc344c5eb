import { type Operation, operations } from '@guidebook/contracts'
import { type Endpoint, type ExchangeContext, fail, type Verifier } from '@guidebook/service-kit'
import { findAccount } from '../account/queries.ts'
import type { Context } from '../context.ts'
import { answerWith, type Forward } from '../front/forward.ts'
import type { Upstreams } from '../front/upstreams.ts'
import { logAction } from './actions.ts'
import { support } from './support.ts'

/** Support's operations of other services: admits the request on the admin listener and forwards it to the service that owns the operation. */
export function forwardAdmin(
  context: Context,
  verifier: Verifier,
  { upstreams, forward }: { upstreams: Upstreams; forward: Forward },
): Endpoint[] {
  return Object.values<Operation>(operations)
    .filter(({ audience, service }) => audience === 'admin' && service !== 'gateway')
    .map((operation) => ({ operation, answer: (ctx, params) => forwardOperation(ctx, operation, params) }))

  async function forwardOperation(
    ctx: ExchangeContext,
    operation: Operation,
    params: Readonly<Record<string, string>>,
  ): Promise<void> {
    const { exchange } = ctx.state
    const { account_id: account = null } = params
    const { actor } = await verifier.verify(ctx.req.headers.authorization, exchange)
    if (account !== null && (await findAccount(context.database.knex, account)) === null) fail('not-found')
    const upstream = upstreams.of(operation)
    if (upstream === null) throw new TypeError(`no service to forward ${operation.id} to`)
    const identity = { ...support, actor, account }
    const settle = await logAction(context, { operation, actor, params, requestId: exchange.requestId })
    ctx.res.once('close', () => {
      if (ctx.res.headersSent) void settle(ctx.res.statusCode)
    })
    // All requests of support share one owner, so that they cannot take the connections that partners need.
    const owner = support.actor
    await answerWith(ctx, (begin) =>
      forward(upstream, { request: ctx.req, response: ctx.res, operation, identity, owner, exchange, begin }),
    )
  }
}
