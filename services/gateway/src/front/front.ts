/** The public listener: finds the operation, proves the key, counts, and passes the request on. */
import { createPathMatcher, type Operation, operations, type PathMatch } from '@guidebook/contracts'
import {
  type Clock,
  type ExchangeContext,
  type ExchangeState,
  isDraining,
  ServiceError,
  type StatedIdentity,
} from '@guidebook/service-kit'
import type { Middleware } from 'koa'
import { authenticate } from '../api-key/authenticate.ts'
import type { Keyring } from '../api-key/keyring.ts'
import type { Page } from '../document/pages.ts'
import type { Journal } from '../journal/journal.ts'
import type { createForward } from './forward.ts'
import type { createRateLimit } from './rate-limit.ts'
import { servePage } from './serve-page.ts'
import type { createUpstreams } from './upstreams.ts'

export interface FrontOptions {
  keyring: Keyring
  pages: ReadonlyMap<string, Page>
  journal: Journal
  clock: Clock
  takeOne: ReturnType<typeof createRateLimit>
  forward: ReturnType<typeof createForward>
  upstreams: ReturnType<typeof createUpstreams>
}

/** A traveller proves nothing: the link is the secret, and the service that knows it decides. */
const traveller: StatedIdentity = { scope: 'traveller', account: null, oid: null, test: false, actor: 'traveller' }

export function createFront(options: FrontOptions): Middleware<ExchangeState> {
  const all: Operation[] = Object.values(operations)
  const matcher = createPathMatcher(all.filter(({ audience }) => audience === 'partner' || audience === 'traveller'))

  async function identify(ctx: ExchangeContext, match: PathMatch): Promise<StatedIdentity> {
    if (match.operation.audience === 'traveller') return traveller
    const identity = await authenticate(options.keyring, ctx.req.headers.authorization)
    ctx.state.exchange.account = identity.account
    noteWhenDone(ctx, match.operation, identity, options)
    await options.takeOne(`${identity.account} ${identity.keyPrefix}`, ctx.res)
    const named = match.params.account
    if (named !== undefined && named !== identity.account) throw new ServiceError('account-mismatch')
    return identity
  }

  return async function front(ctx, next) {
    const path = pathnameOf(ctx.req.url)
    const page = options.pages.get(path)
    if (page !== undefined) return servePage(ctx, page, path)
    const match = matcher.match(ctx.req.method ?? 'GET', path)
    if (match === null) return next()
    if ('allow' in match) return answerMethods(ctx, match.allow)

    const { operation } = match
    ctx.state.exchange.route = operation.path
    const identity = await identify(ctx, match)
    const upstream = options.upstreams.of(operation)
    if (upstream === null) return next()
    ctx.respond = false
    const { requestId } = ctx.state.exchange
    const isLast = () => isDraining(ctx.app)
    await options.forward(upstream, { request: ctx.req, response: ctx.res, operation, identity, requestId, isLast })
  }
}

function pathnameOf(url = '/'): string {
  const search = url.indexOf('?')
  return search < 0 ? url : url.slice(0, search)
}

function answerMethods(ctx: ExchangeContext, allow: string[]): void {
  const Allow = allow.join(', ')
  if (ctx.req.method !== 'OPTIONS') throw new ServiceError('method-not-allowed', { headers: { Allow } })
  ctx.set('Allow', Allow)
  ctx.status = 204
}

/** Changes and failures are noted; a read that went well is not worth a row. */
function noteWhenDone(
  ctx: ExchangeContext,
  operation: Operation,
  identity: StatedIdentity,
  { journal, clock }: FrontOptions,
): void {
  const at = clock.now()
  const started = performance.now()
  ctx.res.once('close', () => {
    const status = ctx.res.headersSent ? ctx.res.statusCode : 499
    if (operation.method === 'GET' && status < 400) return
    journal.note({
      requestId: ctx.state.exchange.requestId,
      at: at.toISOString(),
      account: identity.account,
      keyPrefix: identity.keyPrefix ?? null,
      method: operation.method,
      operation: operation.id,
      path: operation.path,
      status,
      durationMs: Math.round(performance.now() - started),
    })
  })
}
