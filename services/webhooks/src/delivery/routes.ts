import { type DeliveryDetail, operations, type ReplayRange } from '@guidebook/contracts'
import { requestedLanguage } from '@guidebook/messages'
import {
  currentTraceparent,
  decodeCursor,
  fail,
  failWith,
  idempotent,
  isUuid,
  nextLink,
  type OperationRequest,
  type RepeatableRequest,
  type Route,
  route,
  toBoundedPage,
  uuidv7,
} from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { createEndpointQueries } from '../endpoint/queries.ts'
import { ownAccount } from '../endpoint/routes.ts'
import { explainDelivery, type StoredDelivery } from '../explain-reason.ts'
import { requirePingsLeft } from './limit-pings.ts'
import { createDeliveryQueries, type StoredRequest } from './queries.ts'
import { sampleRecord } from './sample-record.ts'
import { fixedHeaders } from './sign.ts'

export const deliveryRoutes = (context: Context): Route[] => [
  route(operations.listDeliveries, (request) => list(context, request)),
  route(operations.listAccountDeliveries, (request) => list(context, request)),

  route(operations.readDelivery, async (request) => {
    const id = request.params.delivery_id
    const queries = createDeliveryQueries(context.database.knex)
    const found = isUuid(id) ? await queries.findWithRequest(ownAccount(request), id) : undefined
    return { status: 200, body: presentDetail(found ?? fail('not-found'), requestedLanguage(request.headers)) }
  }),

  route(operations.replayDelivery, async (request) => {
    const account = ownAccount(request)
    const id = request.params.delivery_id
    if (!isUuid(id)) fail('not-found')
    const reply = await idempotent(context.database, request, async (trx) => {
      const endpoint = await createEndpointQueries(trx).hold(account)
      const queries = createDeliveryQueries(trx)
      const isFound = await queries.replay(account, id, context.clock.now(), request.identity.actor)
      const delivery = (isFound && (await queries.find(account, id))) || fail('not-found')
      requireEnabled(endpoint)
      return { status: 202 as const, body: explainDelivery(delivery, requestedLanguage(request.headers)) }
    })
    context.wakeDispatcher()
    return reply
  }),

  route(operations.replayDeliveries, (request) => replayRange(context, request)),
  route(operations.replayAccountDeliveries, (request) => replayRange(context, request)),

  route(operations.endAccountWebhook, async ({ params: { account_id: account } }) => {
    await context.database.transaction(async (trx) => {
      // First the endpoint: a delivery that is stored at the same time waits for it, and is then not stored.
      await createEndpointQueries(trx).remove(account)
      await createDeliveryQueries(trx).failPending(account, context.clock.now())
    })
    return { status: 204 }
  }),

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

  route(operations.pingWebhook, (request) => ping(context, request)),
  route(operations.pingAccountWebhook, (request) => ping(context, request)),
]

const presentDetail = ({ body, url, ...delivery }: StoredDelivery & StoredRequest, lang: string): DeliveryDetail => ({
  ...explainDelivery(delivery, lang),
  request: { method: 'POST', url, headers: fixedHeaders(delivery.webhookId), body },
})

async function ping(context: Context, request: RepeatableRequest) {
  const account = ownAccount(request)
  const owner = (await context.accounts.find(account)) ?? fail('not-found')
  const reply = await idempotent(context.database, request, async (trx) => {
    requireEnabled(await createEndpointQueries(trx).hold(account))
    const id = uuidv7()
    const now = context.clock.now()
    await requirePingsLeft(trx, account, now)
    const queries = createDeliveryQueries(trx)
    await queries.enqueue(
      {
        id,
        account,
        webhookId: `ping_${id}`,
        kind: 'ping',
        release: null,
        body: JSON.stringify(sampleRecord(owner, now)),
        traceparent: currentTraceparent(),
        occurredAt: null,
      },
      now,
    )
    return { status: 202 as const, body: (await queries.find(account, id)) ?? fail('internal-error') }
  })
  context.wakeDispatcher()
  return reply
}

type ListRequest = Pick<OperationRequest<typeof operations.listDeliveries>, 'query' | 'identity' | 'raw' | 'headers'>

async function list({ database }: Context, request: ListRequest) {
  const { limit = 50, cursor, state, release } = request.query
  const lang = requestedLanguage(request.headers)
  const after = decodeCursor(cursor, ['uuid'])
  const found = await createDeliveryQueries(database.knex).list(ownAccount(request), {
    limit: limit + 1,
    before: after?.[0] ?? null,
    state: state ?? null,
    release: release ?? null,
  })
  const body = toBoundedPage(
    found,
    limit,
    ({ id }) => [id],
    ({ hasNext: _, ...delivery }) => explainDelivery(delivery, lang),
  )
  return { status: 200, body, headers: nextLink(request, body.nextCursor) } as const
}

async function replayRange(context: Context, request: RepeatableRequest & { body: ReplayRange | undefined }) {
  const account = ownAccount(request)
  const range = readRange(request.body ?? {})
  const reply = await idempotent(context.database, request, async (trx) => {
    requireEnabled(await createEndpointQueries(trx).hold(account))
    const now = context.clock.now()
    const replayed = await createDeliveryQueries(trx).replayRange(account, range, now, request.identity.actor)
    return { status: 202, body: { replayed } } as const
  })
  context.wakeDispatcher()
  return reply
}

const readRange = ({ state = 'failed', since, until }: ReplayRange) => {
  const range = { state, since: since ? new Date(since) : null, until: until ? new Date(until) : null }
  if (range.since && range.until && range.since >= range.until) {
    failWith('period-reversed', [
      { pointer: '/until', code: 'period-reversed', message: 'Must be later than `since`.' },
    ])
  }
  return range
}

/** Throws 409. Without an endpoint the default detail applies. */
const requireEnabled = (endpoint: { enabled: boolean } | undefined): void => {
  if (endpoint === undefined) fail('webhook-not-configured')
  if (!endpoint.enabled) fail('webhook-not-configured', 'The webhook is disabled. Ask support to enable it.')
}
