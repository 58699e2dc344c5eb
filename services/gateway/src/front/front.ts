/**
 * The public listener: finds the operation, authenticates, counts, and forwards the request. Everything behind it gets only requests that
 * it admitted.
 */
import { isEventStream, type Operation, operations } from '@guidebook/contracts'
import { createRouter, type ExchangeContext, type ExchangeState, refuseUnknownPath } from '@guidebook/service-kit'
import type { Middleware, Next } from 'koa'
import type { Pages } from '../document/pages.ts'
import type { ClientAddress } from '../rate-limit/client-address.ts'
import type { createConcurrentRequests } from '../share/concurrent-requests.ts'
import type { createAdmission } from './admission.ts'
import { answerWith } from './answer-with.ts'
import type { createEventStreams } from './event-streams.ts'
import type { createForward } from './forward.ts'
import { allowIndexing } from './response-headers.ts'
import { servePage } from './serve-page.ts'
import type { createUpstreams } from './upstreams.ts'

export interface FrontOptions {
  pages: Pages
  admission: ReturnType<typeof createAdmission>
  forward: ReturnType<typeof createForward>
  upstreams: ReturnType<typeof createUpstreams>
  eventStreams: ReturnType<typeof createEventStreams>
  enterRequest: ReturnType<typeof createConcurrentRequests>
  addressOf: ClientAddress
}

export function createFront({
  pages,
  admission: { admit, countAddress },
  forward,
  upstreams,
  eventStreams,
  enterRequest,
  addressOf,
}: FrontOptions): Middleware<ExchangeState> {
  const open = Object.values<Operation>(operations).filter(
    ({ audience }) => audience === 'partner' || audience === 'traveller',
  )
  const route = createRouter(
    open.map((operation) => ({
      operation,
      answer: (ctx, params, next) => answerOperation(ctx, operation, params, next),
    })),
    { unknownPath: answerUnknownPath, beforeOtherMethod: countAddress },
  )

  return async function front(ctx, next) {
    const { path } = ctx
    const page = pages(path)
    if (page === null) return route(ctx, next)
    await countAddress(ctx)
    allowIndexing(ctx.state.exchange.headers)
    return servePage(ctx, page, path)
  }

  async function answerOperation(
    ctx: ExchangeContext,
    operation: Operation,
    params: Readonly<Record<string, string>>,
    next: Next,
  ): Promise<void> {
    const { req, res } = ctx
    const { exchange } = ctx.state
    const identity = await admit(ctx, operation, params)
    const owner = identity.account ?? addressOf(req)
    const isStream = isEventStream(operation)
    if (!isStream) enterRequest(owner, identity, res)
    const upstream = upstreams.of(operation)
    if (upstream === null) {
      exchange.identity = identity
      return next()
    }
    await answerWith(ctx, (begin) => {
      const forwarded = { request: req, response: res, operation, identity, owner, exchange, begin }
      if (!isStream) return forward(upstream, forwarded)
      return eventStreams(ctx, identity, (end) => forward(upstream, { ...forwarded, end }))
    })
  }

  /** A link that a mail program broke is still a traveller's: releases knows the links, and answers with a page in their language. */
  async function answerUnknownPath(ctx: ExchangeContext): Promise<void> {
    const isRead = ctx.method === 'GET' || ctx.method === 'HEAD'
    if (isRead && ctx.path.startsWith('/t/')) {
      ctx.state.exchange.route = operations.readTripPage.path
      return answerOperation(ctx, operations.readTripPage, {}, refuseUnknownPath)
    }
    await countAddress(ctx)
    refuseUnknownPath()
  }
}
