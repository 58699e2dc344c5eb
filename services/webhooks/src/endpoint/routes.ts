import { operations, type Webhook } from '@guidebook/contracts'
import { fail, idempotent, type OperationRequest, type Route, route } from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { createDeliveryQueries } from '../delivery/queries.ts'
import { createEndpointQueries, type EndpointRow } from './queries.ts'
import { rotateSecret, setWebhook } from './set-webhook.ts'

export const endpointRoutes = (context: Context): Route[] => [
  route(operations.readWebhook, (request) => read(context, request)),
  route(operations.readAccountWebhook, (request) => read(context, request)),

  route(operations.rotateWebhookSecret, (request) =>
    idempotent(context.database, request, async (trx) => {
      const rotated = await rotateSecret(context, trx, ownAccount(request))
      if (rotated === null) fail('webhook-not-configured')
      const { secret, previousValidUntil } = rotated
      return { status: 200, body: { secret, previousValidUntil: previousValidUntil.toISOString() } }
    }),
  ),

  route(operations.setAccountWebhook, async (request) => ({
    status: 200,
    body: await setWebhook(context, request.params.account_id, request.body.url),
  })),

  route(operations.enableAccountWebhook, async (request) => {
    const account = request.params.account_id
    const { since } = request.body
    const now = context.clock.now()
    const recovered = await context.database.transaction(async (trx) => {
      if (!(await createEndpointQueries(trx).enable(account, now))) fail('webhook-not-configured')
      if (since === undefined) return 0
      return await createDeliveryQueries(trx).recoverSince(account, new Date(since), now, request.identity.actor)
    })
    context.wakeDispatcher()
    return { status: 200, body: { recovered } }
  }),
]

async function read({ database, clock }: Context, request: Pick<OperationRequest, 'identity'>) {
  const endpoint = await createEndpointQueries(database.knex).find(ownAccount(request))
  return { status: 200, body: present(endpoint, clock.now()) } as const
}

/** The account of the key, or the one that support names. The gateway forwards no request without one. */
export const ownAccount = ({ identity }: Pick<OperationRequest, 'identity'>): string =>
  identity.account ?? fail('forbidden')

const present = (endpoint: EndpointRow | undefined, now: Date): Webhook => {
  const until = endpoint?.previous_until ?? null
  const pausedUntil = endpoint?.paused_until ?? null
  return {
    url: endpoint?.url ?? null,
    enabled: endpoint?.enabled ?? false,
    disabledReason: endpoint?.disabled_reason ?? null,
    pausedUntil: pausedUntil !== null && pausedUntil > now ? pausedUntil.toISOString() : null,
    failingSince: endpoint?.failing_since?.toISOString() ?? null,
    secretCreatedAt: endpoint?.secret_created_at.toISOString() ?? null,
    previousSecretValidUntil: until !== null && until > now ? until.toISOString() : null,
  }
}
