import { operations, type ReplayRange } from '@guidebook/contracts'
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
  toPage,
  uuidv7,
} from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { createEndpointQueries } from '../endpoint/queries.ts'
import { ownAccount } from '../endpoint/routes.ts'
import { presentDelivery } from './present.ts'
import { createDeliveryQueries } from './queries.ts'
import { findDelivery, listDeliveries } from './read-queries.ts'
import { sampleRecord } from './sample-record.ts'

export const deliveryRoutes = (context: Context): Route[] => [
  route(operations.listDeliveries, (request) => list(context, request)),
  route(operations.listAccountDeliveries, (request) => list(context, request)),

  route(operations.readDelivery, async (request) => {
    const id = request.params.delivery_id
    const row = isUuid(id) ? await findDelivery(context.database.knex, ownAccount(request), id) : undefined
    return { status: 200, body: presentDelivery(row ?? fail('not-found')) }
  }),

  route(operations.replayDelivery, async (request) => {
    const account = ownAccount(request)
    const id = request.params.delivery_id
    if (!isUuid(id)) fail('not-found')
    const reply = await idempotent(context.database, request, async (trx) => {
      const endpoint = await createEndpointQueries(trx).hold(account)
      const found = await createDeliveryQueries(trx).replay(account, id, context.clock.now(), request.identity.actor)
      const row = found ? await findDelivery(trx, account, id) : undefined
      if (row === undefined) fail('not-found')
      requireEnabled(endpoint)
      return { status: 202 as const, body: presentDelivery(row) }
    })
    context.wakeDispatcher()
    return reply
  }),

  route(operations.replayDeliveries, (request) => replayRange(context, request)),
  route(operations.replayAccountDeliveries, (request) => replayRange(context, request)),

  route(operations.pingWebhook, async (request) => {
    const account = ownAccount(request)
    const owner = (await context.accounts.find(account)) ?? fail('not-found')
    const reply = await idempotent(context.database, request, async (trx) => {
      const endpoint = await createEndpointQueries(trx).hold(account)
      requireEnabled(endpoint)
      const id = uuidv7()
      const now = context.clock.now()
      await createDeliveryQueries(trx).enqueue(
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
      const row = (await findDelivery(trx, account, id)) ?? fail('internal-error')
      return { status: 202 as const, body: presentDelivery(row) }
    })
    context.wakeDispatcher()
    return reply
  }),
]

type ListRequest = Pick<OperationRequest<typeof operations.listDeliveries>, 'query' | 'identity' | 'raw'>

async function list({ database }: Context, request: ListRequest) {
  const { limit = 50, cursor, state, release } = request.query
  const after = decodeCursor(cursor, ['uuid'])
  const rows = await listDeliveries(database.knex, ownAccount(request), {
    limit: limit + 1,
    before: after?.[0] ?? null,
    state: state ?? null,
    release: release ?? null,
  })
  const body = toPage(rows, limit, ({ id }) => [id], presentDelivery)
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
