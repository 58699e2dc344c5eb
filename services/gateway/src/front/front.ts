/**
 * The public listener: finds the operation, authenticates, counts, and forwards the request. Everything behind it receives only requests that it
 * admitted.
 */
import { isEventStream, type Operation, operations } from '@guidebook/contracts'
import {
  accountMismatch,
  createRouter,
  type ExchangeContext,
  type ExchangeState,
  fail,
  refuseUnknownPath,
  ServiceError,
  type StatedIdentity,
  type Verifier,
} from '@guidebook/service-kit'
import type { Middleware, Next } from 'koa'
import { authenticate, type Keyring, keyIn } from '../api-key/keyring.ts'
import type { GatewaySettings } from '../config.ts'
import { createPages } from '../document/pages.ts'
import type { Journal } from '../journal/journal.ts'
import { createClientAddress } from '../rate-limit/client-address.ts'
import type { CounterStore } from '../rate-limit/counter-store.ts'
import { createLimiter } from '../rate-limit/limiter.ts'
import { createConcurrentRequests } from '../share/concurrent-requests.ts'
import { createEventStreams } from './event-streams.ts'
import { answerWith, type Forward } from './forward.ts'
import { allowIndexing } from './headers.ts'
import { servePage } from './serve-page.ts'
import type { Upstreams } from './upstreams.ts'

interface FrontParts {
  settings: GatewaySettings
  keyring: Keyring
  journal: Journal
  /** Counters of the rate limits. */
  store: CounterStore
  upstreams: Upstreams
  forward: Forward
}

/** A traveller needs no proof: the link is the secret, and releases checks it. */
const traveller: StatedIdentity = { scope: 'traveller', account: null, oid: null, test: false, actor: 'traveller' }

/** For the gateway's own partner operations: the identity that the front admitted. A request that bypassed the front has none. */
export const admitted: Verifier = {
  async verify(_, { identity }) {
    return { ...(identity ?? fail('unauthorized')), issuer: 'gateway' }
  },
}

export function createFront(parts: FrontParts): Middleware<ExchangeState> {
  const { settings, keyring, journal, store, upstreams, forward } = parts
  const pages = createPages(settings.PUBLIC_URL)
  const addressOf = createClientAddress(settings.TRUSTED_PROXIES)
  const accounts = createLimiter({ name: 'default', perMinute: settings.RATE_LIMIT_PER_MINUTE, store })
  const [travellers, wrongKeys] = [
    createLimiter({ name: 'address', perMinute: settings.TRAVELLER_RATE_LIMIT_PER_MINUTE, store, closes: true }),
    createLimiter({ name: 'wrong-keys', perMinute: settings.WRONG_KEY_LIMIT_PER_MINUTE, store, closes: true }),
  ]
  const follow = createEventStreams(keyring)
  const enterRequest = createConcurrentRequests(settings)
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
      return follow(ctx, identity, (end) => forward(upstream, { ...forwarded, end }))
    })
  }

  /** Returns the sender. Throws 401, 403 `account-mismatch` or 429. */
  async function admit(
    ctx: ExchangeContext,
    operation: Operation,
    params: Readonly<Record<string, string>>,
  ): Promise<StatedIdentity> {
    const { exchange } = ctx.state
    if (operation.audience === 'traveller') {
      await countAddress(ctx)
      return traveller
    }
    const identity = await prove(ctx)
    exchange.account = identity.account
    journal.note(ctx, operation, identity)
    await accounts.take(identity.account ?? '', exchange.headers)
    if (params.account !== undefined && params.account !== identity.account) throw accountMismatch(params.account)
    return identity
  }

  /** Counts a request that needs no key. Throws 429. */
  async function countAddress({ req, state }: ExchangeContext): Promise<void> {
    await travellers.take(addressOf(req), state.exchange.headers)
  }

  /**
   * Counts requests without a valid key by network address, after the key was looked up: a valid key passes whatever else comes from its
   * address. The keyring's single lane of look-ups protects the database from many unknown keys.
   */
  async function prove({ req }: ExchangeContext): Promise<StatedIdentity> {
    try {
      return await authenticate(keyring, keyIn(req.headers.authorization))
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'unauthorized') await wrongKeys.take(addressOf(req), {})
      throw error
    }
  }

  /** A link that a mail program broke is still a traveller's: releases knows the links, and responds with a page in their language. */
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
