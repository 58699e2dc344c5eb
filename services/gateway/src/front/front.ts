/** The public listener: finds the operation, proves the key, counts, and passes the request on. */
import { createPathMatcher, isEventStream, type Operation, operations, type PathMatch } from '@guidebook/contracts'
import { type ExchangeContext, type ExchangeState, isDraining, ServiceError } from '@guidebook/service-kit'
import type { Middleware } from 'koa'
import type { Pages } from '../document/pages.ts'
import type { ClientAddress } from '../rate-limit/client-address.ts'
import type { createConcurrentRequests } from '../share/concurrent-requests.ts'
import type { createAdmission } from './admission.ts'
import type { createEventStreams } from './event-streams.ts'
import type { createForward } from './forward.ts'
import { servePage } from './serve-page.ts'
import type { createUpstreams } from './upstreams.ts'

export interface FrontOptions {
  pages: Pages
  admit: ReturnType<typeof createAdmission>
  forward: ReturnType<typeof createForward>
  upstreams: ReturnType<typeof createUpstreams>
  eventStreams: ReturnType<typeof createEventStreams>
  enterRequest: ReturnType<typeof createConcurrentRequests>
  addressOf: ClientAddress
}

export function createFront({
  pages,
  admit,
  forward,
  upstreams,
  eventStreams,
  enterRequest,
  addressOf,
}: FrontOptions): Middleware<ExchangeState> {
  const all: Operation[] = Object.values(operations)
  const matcher = createPathMatcher(all.filter(({ audience }) => audience === 'partner' || audience === 'traveller'))

  return async function front(ctx, next) {
    const { req, res } = ctx
    const { exchange } = ctx.state
    const path = pathnameOf(req.url)
    const page = pages(path)
    if (page !== null) return servePage(ctx, page, path)
    const match = matcher.match(req.method ?? 'GET', path) ?? strayTripLink(req.method, path)
    if (match === null) return next()
    if ('allow' in match) return answerMethods(ctx, match.allow)

    const { operation } = match
    exchange.route = operation.path
    const identity = await admit(ctx, match)
    const upstream = upstreams.of(operation)
    if (upstream === null) return next()
    const owner = identity.account ?? addressOf(req)
    const isLast = () => isDraining(ctx.app)
    const forwarded = { request: req, response: res, operation, identity, owner, exchange, isLast }
    const isStream = isEventStream(operation)
    if (!isStream) enterRequest(owner, identity, res)
    ctx.respond = false
    if (isStream) await eventStreams(ctx, identity, (end) => forward(upstream, { ...forwarded, end }))
    else await forward(upstream, forwarded)
  }
}

/** A link that a mail programme broke is still a traveller's: who knows the links says that this is none, on a page and in their language. */
function strayTripLink(method: string | undefined, path: string): PathMatch | null {
  if (!path.startsWith('/t/') || (method !== 'GET' && method !== 'HEAD')) return null
  return { operation: operations.readTripPage, params: {} }
}

function pathnameOf(url = '/'): string {
  const search = url.indexOf('?')
  return search < 0 ? url : url.slice(0, search)
}

function answerMethods(ctx: ExchangeContext, allow: string[]): void {
  const Allow = allow.join(', ')
  if (ctx.req.method !== 'OPTIONS') throw new ServiceError('method-not-allowed', { headers: { Allow } })
  ctx.set({ ...ctx.state.exchange.headers, Allow })
  ctx.status = 204
}
