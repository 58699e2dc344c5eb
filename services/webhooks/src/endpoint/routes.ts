import { operations, type Webhook } from '@guidebook/contracts'
import { requestedLanguage } from '@guidebook/messages'
import { fail, failWith, idempotent, type OperationRequest, type Route, route } from '@guidebook/service-kit'
import { destinationFault } from '@guidebook/service-kit/outbound'
import type { Context } from '../context.ts'
import { explainEnd } from '../explain-reason.ts'
import type { EndpointRow } from '../generated/rows.ts'
import { createEndpointQueries, type NewSecret } from './queries.ts'
import { newSigningSecret } from './secret-box.ts'
import { latestPauseSeconds } from './streak.ts'

export const endpointRoutes = (context: Context): Route[] => [
  route(operations.readWebhook, (request) => read(context, request)),
  route(operations.readAccountWebhook, (request) => read(context, request)),

  route(operations.rotateWebhookSecret, (request) =>
    idempotent(context.database, request, async (trx) => {
      const { secret, stored } = createSecret(context, ownAccount(request))
      if (!(await createEndpointQueries(trx).rotate(stored))) fail('webhook-not-configured')
      return { status: 200, body: { secret, previousValidUntil: stored.previousUntil.toISOString() } }
    }),
  ),

  route(operations.setAccountWebhook, async (request) => {
    const { url } = request.body
    requireAllowed(url, context)
    return await idempotent(context.database, request, async (trx) => {
      const { secret, stored } = createSecret(context, request.params.account_id)
      await createEndpointQueries(trx).set(url, stored)
      return { status: 200, body: { secret } }
    })
  }),
]

async function read({ database, clock }: Context, request: Pick<OperationRequest, 'identity' | 'headers'>) {
  const endpoint = await createEndpointQueries(database.knex).find(ownAccount(request))
  return { status: 200, body: present(endpoint, clock.now(), requestedLanguage(request.headers)) } as const
}

/** The account of the key, or the one that support names. The gateway forwards no request without one. */
export const ownAccount = ({ identity }: Pick<OperationRequest, 'identity'>): string =>
  identity.account ?? fail('forbidden')

/** The secret, which is shown only once, and its sealed form. */
function createSecret({ secrets, clock, settings }: Context, account: string): { secret: string; stored: NewSecret } {
  const secret = newSigningSecret()
  const now = clock.now()
  const previousUntil = new Date(now.getTime() + settings.WEBHOOK_SECRET_OVERLAP)
  return { secret, stored: { account, secret: secrets.seal(secret, account), now, previousUntil } }
}

function requireAllowed(url: string, { settings }: Context): void {
  const fault = destinationFault(url, {
    admittedNetworks: settings.WEBHOOK_ALLOWED_NETWORKS,
    admittedPorts: settings.WEBHOOK_ALLOWED_PORTS,
  })
  if (fault === null) return
  failWith('webhook-url-not-allowed', [{ pointer: '/url', code: 'webhook-url-not-allowed', message: fault }])
}

function present(endpoint: EndpointRow | undefined, now: Date, lang: string): Webhook {
  const future = (until: Date | null | undefined, withinSeconds = Number.POSITIVE_INFINITY) => {
    const ms = Number(until) - now.getTime()
    return until && ms > 0 && ms <= withinSeconds * 1_000 ? until.toISOString() : null
  }
  return {
    url: endpoint?.url ?? null,
    enabled: endpoint?.enabled ?? false,
    disabledReason: explainEnd(endpoint?.disabled_reason ?? null, lang),
    pausedUntil: future(endpoint?.paused_until, latestPauseSeconds),
    failingSince: endpoint?.failing_since?.toISOString() ?? null,
    secretCreatedAt: endpoint?.secret_created_at.toISOString() ?? null,
    previousSecretValidUntil: future(endpoint?.previous_until),
  }
}
