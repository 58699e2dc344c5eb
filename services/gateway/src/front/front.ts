/**
 * The public listener: finds the operation, proves the key, counts, and passes the request on. What comes behind it gets only requests that
 * it admitted.
 */
import { createPathMatcher, isEventStream, type Operation, operations, type PathMatch } from '@guidebook/contracts'
import { type ExchangeState, isDraining, ServiceError } from '@guidebook/service-kit'
import type { Middleware } from 'koa'
import type { Pages } from '../document/pages.ts'
import type { ClientAddress } from '../rate-limit/client-address.ts'
import type { createConcurrentRequests } from '../share/concurrent-requests.ts'
import type { createAdmission } from './admission.ts'
import { answerMethods } from './answer-methods.ts'
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
  const all: Operation[] = Object.values(operations)
  const matcher = createPathMatcher(all.filter(({ audience }) => audience === 'partner' || audience === 'traveller'))

  return async function front(ctx, next) {
    const { req, res, method, path } = ctx
    const { exchange } = ctx.state
    const page = pages(path)
    if (page !== null) {
      await countAddress(ctx)
      allowIndexing(exchange.headers)
      return servePage(ctx, page, path)
    }
    const match = matcher.match(method, path) ?? strayTripLink(method, path)
    if (match === null || 'allow' in match) {
      await countAddress(ctx)
      if (match === null) throw new ServiceError('not-found', { detail: 'No operation has this path.' })
      return answerMethods(ctx, match.allow)
    }

    const { operation } = match
    exchange.route = operation.path
    const identity = await admit(ctx, match)
    const owner = identity.account ?? addressOf(req)
    const isStream = isEventStream(operation)
    if (!isStream) enterRequest(owner, identity, res)
    const upstream = upstreams.of(operation)
    if (upstream === null) {
      exchange.identity = identity
      return next()
    }
    ctx.respond = false
    const isLast = () => isDraining(ctx.app)
    const forwarded = { request: req, response: res, operation, identity, owner, exchange, isLast }
    if (isStream) await eventStreams(ctx, identity, (end) => forward(upstream, { ...forwarded, end }))
    else await forward(upstream, forwarded)
  }
}

/** A link that a mail programme broke is still a traveller's: who knows the links says that this is none, on a page and in their language. */
function strayTripLink(method: string, path: string): PathMatch | null {
  if (!path.startsWith('/t/') || (method !== 'GET' && method !== 'HEAD')) return null
  return { operation: operations.readTripPage, params: {} }
}
