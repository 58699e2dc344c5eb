import { type DeliveryDetail, operations, type ReplayRange, requestPath } from '@guidebook/contracts'
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
import { failPendingPage } from './fail-pending.ts'
import { requirePingsLeft } from './limit-pings.ts'
import { createDeliveryQueries, type Replay, type StoredRequest } from './queries.ts'
import { replayPages, requireOnlyReplay } from './replay-pages.ts'
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
      const queries = createDeliveryQueries(trx)
      const isFound = await queries.replay(account, id, context.clock.now(), request.identity.actor)
      const delivery = (isFound && (await queries.find(account, id))) || fail('not-found')
      requireEnabled(await createEndpointQueries(trx).find(account))
      return { status: 202 as const, body: explainDelivery(delivery, requestedLanguage(request.headers)) }
    })
    context.wakeDispatcher()
    return withLocation(reply)
  }),

  route(operations.replayDeliveries, (request) => replayRange(context, request)),
  route(operations.replayAccountDeliveries, (request) => replayRange(context, request)),

  route(operations.endAccountWebhook, async ({ params: { account_id: account } }) => {
    await createEndpointQueries(context.database.knex).remove(account)
    // A webhook that is set next must not get them. Those that are just being recorded are left to `createFailPendingLoop`.
    while ((await failPendingPage(context, account)) > 0);
    return { status: 204 }
  }),

  route(operations.enableAccountWebhook, async (request) => {
    const account = request.params.account_id
    const { since } = request.body
    const now = context.clock.now()
    if (!(await createEndpointQueries(context.database.knex).enable(account, now))) fail('webhook-not-configured')
    const by = { account, now, actor: request.identity.actor }
    const recovered = since === undefined ? 0 : await recoverSince(context, new Date(since), by)
    context.wakeDispatcher()
    return { status: 200, body: { recovered } }
  }),

  route(operations.pingWebhook, async (request) => withLocation(await ping(context, request))),
  route(operations.pingAccountWebhook, (request) => ping(context, request)),
]

/** Where the account, not support, reads the delivery. */
const withLocation = <R extends { body: { id: string } }>(reply: R) => ({
  ...reply,
  location: requestPath(operations.readDelivery.path, { delivery_id: reply.body.id }),
})

const presentDetail = ({ body, url, ...delivery }: StoredDelivery & StoredRequest, lang: string): DeliveryDetail => ({
  ...explainDelivery(delivery, lang),
  request: { method: 'POST', url, headers: fixedHeaders(delivery.webhookId), body },
})

async function ping(context: Context, request: RepeatableRequest) {
  const account = ownAccount(request)
  const owner = (await context.accounts.find(account)) ?? fail('not-found')
  const reply = await idempotent(context.database, request, async (trx) => {
    const id = uuidv7()
    const now = context.clock.now()
    await requirePingsLeft(trx, account, now)
    const queries = createDeliveryQueries(trx)
    const state = await queries.enqueue(
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
    requireEnabled(state === null ? undefined : { enabled: state === 'pending' })
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
  // This transaction only stores the response. When it fails after some pages, these stay, and a repeat replays what is then in the range.
  const reply = await idempotent(context.database, request, async (trx) => {
    await requireOnlyReplay(trx, account)
    // After each page, it also keeps the transaction from being ended as idle.
    const checkEndpoint = async () => requireEnabled(await createEndpointQueries(trx).find(account))
    await checkEndpoint()
    const by = { account, now: context.clock.now(), actor: request.identity.actor }
    let replayed = 0
    const pages = replayPages(context.database, (queries, after) => queries.replayRange(range, { ...by, after }))
    for await (const count of pages) {
      replayed += count
      await checkEndpoint()
    }
    return { status: 202, body: { replayed } } as const
  })
  context.wakeDispatcher()
  return reply
}

async function recoverSince({ database }: Context, since: Date, by: Omit<Replay, 'after'>): Promise<number> {
  let recovered = 0
  const pages = replayPages(database, (queries, after) => queries.recoverSince(since, { ...by, after }))
  for await (const count of pages) recovered += count
  return recovered
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
