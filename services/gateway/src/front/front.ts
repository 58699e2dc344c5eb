/**
 * The public listener: finds the operation, authenticates, counts, and forwards the request. Everything behind it receives only requests that it
 * admitted.
 */
import { type Audience, isEventStream, type Operation, operations } from '@guidebook/contracts'
import {
  accountMismatch,
  answer,
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
import { pagesAt } from '../document/pages.ts'
import type { Journal } from '../journal/journal.ts'
import { admitPerson } from '../portal/admit-person.ts'
import { createOwnPageGuard } from '../portal/own-pages.ts'
import { apiPathOf, confinePage, forbidStoring, isPortalPage, isPortalPath } from '../portal/paths.ts'
import type { Sessions } from '../portal/sessions.ts'
import { readWebApplication } from '../portal/web-application.ts'
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
  sessions: Sessions
  journal: Journal
  /** Counters of the rate limits. */
  store: CounterStore
  upstreams: Upstreams
  forward: Forward
}

/** A traveller needs no proof: the link is the secret, and releases checks it. */
const traveller: StatedIdentity = { scope: 'traveller', account: null, oid: null, test: false, actor: 'traveller' }

/** The portal's own operations read the cookie themselves. */
const visitor: StatedIdentity = { ...traveller, actor: 'portal' }

/** A sender, and whether the proof that it sent is still valid, for responses that go on. */
interface Admitted {
  identity: StatedIdentity
  isStillAdmitted(): Promise<boolean>
}
/** A sender whose key or session is valid. */
interface Proven extends Admitted {
  /** Throws 403 when the account or the person may not do this. */
  requireAllowed(): void
}
type Params = Readonly<Record<string, string>>
type Admit = (ctx: ExchangeContext, operation: Operation, params: Params) => Promise<Admitted>

/** For the gateway's own partner operations: the identity that the front admitted. A request that bypassed the front has none. */
export const admitted: Verifier = {
  async verify(_, { identity }) {
    return { ...(identity ?? fail('unauthorized')), issuer: 'gateway' }
  },
}

export function createFront(parts: FrontParts): Middleware<ExchangeState> {
  const { settings, keyring, sessions, journal, store, upstreams, forward } = parts
  const pages = pagesAt(settings.PUBLIC_URL)
  const portal = readWebApplication('portal')
  const addressOf = createClientAddress(settings.TRUSTED_PROXIES)
  const accounts = createLimiter({ name: 'default', limit: settings.RATE_LIMIT_PER_MINUTE, store })
  const [travellers, wrongKeys] = [
    createLimiter({ name: 'address', limit: settings.TRAVELLER_RATE_LIMIT_PER_MINUTE, store, closes: true }),
    createLimiter({ name: 'wrong-keys', limit: settings.WRONG_KEY_LIMIT_PER_MINUTE, store, closes: true }),
  ]
  const follow = createEventStreams()
  const requireOwnPage = createOwnPageGuard(settings.PUBLIC_URL)
  const enterRequest = createConcurrentRequests(settings)
  const endpointsOf = (audiences: readonly Audience[], admit: Admit) =>
    Object.values<Operation>(operations)
      .filter(({ audience }) => audiences.includes(audience))
      .map((operation) => ({
        operation,
        answer: (ctx: ExchangeContext, params: Params, next: Next) =>
          answerOperation(ctx, operation, params, next, admit),
      }))
  const route = createRouter(
    [
      ...endpointsOf(['partner'], admitKey),
      ...endpointsOf(['traveller'], admitTraveller),
      ...endpointsOf(['portal'], admitVisitor),
    ],
    { unknownPath: answerUnknownPath, beforeOtherMethod: countAddress },
  )
  const routeForPeople = createRouter(endpointsOf(['partner'], admitSession), {
    unknownPath: refuseAfterCounting,
    beforeOtherMethod: countAddress,
  })

  return async function front(ctx, next) {
    const { path } = ctx
    const part = portal.fileAt(path)
    if (part === null && isPortalPath(path)) return forbidStoring(ctx, () => answerPortal(ctx, next))
    const page = part ?? pages(path)
    if (page === null) return route(ctx, next)
    await countAddress(ctx)
    if (part !== null) return servePage(ctx, part, '/portal/assets/{file}')
    allowIndexing(ctx.state.exchange.headers)
    return servePage(ctx, page, path)
  }

  /** In the portal, operations of partners are under `/portal/api`. Only the cookie of a session admits to them. */
  async function answerPortal(ctx: ExchangeContext, next: Next): Promise<void> {
    const target = apiPathOf(ctx.url)
    if (target === null) return route(ctx, next)
    ctx.url = target
    await routeForPeople(ctx, next)
    confinePage(ctx)
  }

  async function answerOperation(
    ctx: ExchangeContext,
    operation: Operation,
    params: Params,
    next: Next,
    admit: Admit,
  ): Promise<void> {
    const { req, res } = ctx
    const { exchange } = ctx.state
    const { identity, isStillAdmitted } = await admit(ctx, operation, params)
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
      return follow(ctx, { identity, isStillAdmitted }, (end) => forward(upstream, { ...forwarded, end }))
    })
  }

  async function admitTraveller(ctx: ExchangeContext): Promise<Admitted> {
    await countAddress(ctx)
    return { identity: traveller, isStillAdmitted: async () => true }
  }

  /** Throws 403 `cross-site-request`, 429, and 401 `signed-out` before the body is read: large ones of all visitors are read one at a time. */
  async function admitVisitor(ctx: ExchangeContext, operation: Operation): Promise<Admitted> {
    await countAddress(ctx)
    requireOwnPage(ctx, operation)
    if (operation.errors.includes('signed-out')) await sessions.require(ctx.req.headers.cookie)
    return { identity: visitor, isStillAdmitted: async () => true }
  }

  /** Throws 401, 403 `account-mismatch` and `account-suspended`, or 429. */
  async function admitKey(ctx: ExchangeContext, operation: Operation, params: Params): Promise<Admitted> {
    const key = keyIn(ctx.req.headers.authorization)
    const { identity, suspended } = await countingRefusals(ctx, () => authenticate(keyring, key))
    const requireAllowed = () => {
      if (suspended) fail('account-suspended')
    }
    const isStillAdmitted = async () => (await keyring.holderOf(key))?.suspended === false
    return await admitToAccount(ctx, operation, params, { identity, requireAllowed, isStillAdmitted })
  }

  /** Throws like `admitKey`, 400 `invalid-header`, and 403 `cross-site-request` and `role-too-small`. */
  async function admitSession(ctx: ExchangeContext, operation: Operation, params: Params): Promise<Admitted> {
    const proven = await countingRefusals(ctx, async () => {
      requireOwnPage(ctx, operation)
      return await admitPerson(sessions, ctx, operation, params)
    })
    return await admitToAccount(ctx, operation, params, proven)
  }

  /** Counts the request before it decides: refused requests use up the limit of the account, too. */
  async function admitToAccount(
    ctx: ExchangeContext,
    operation: Operation,
    params: Params,
    proven: Proven,
  ): Promise<Admitted> {
    const { identity } = proven
    const { exchange } = ctx.state
    exchange.account = identity.account
    journal.note(ctx, operation, identity)
    await accounts.take(identity.account ?? '', exchange.headers)
    proven.requireAllowed()
    if (params.account !== undefined && params.account !== identity.account) throw accountMismatch(params.account)
    return proven
  }

  /** Counts a request that needs no key. Throws 429. */
  async function countAddress({ req, state }: ExchangeContext): Promise<void> {
    await travellers.take(addressOf(req), state.exchange.headers)
  }

  /**
   * Counts refused requests without an account by network address: those without a valid key or session, after it was looked up, and those of
   * another site, or of a person for no account of theirs. A valid key or session passes whatever else comes from its address. The single lane
   * of look-ups protects the database from many unknown ones.
   */
  async function countingRefusals<T>(ctx: ExchangeContext, prove: () => Promise<T>): Promise<T> {
    try {
      return await prove()
    } catch (error) {
      if (!(error instanceof ServiceError) || error.status >= 500) throw error
      if (error.status === 401) await wrongKeys.take(addressOf(ctx.req), {})
      else await countAddress(ctx)
      throw error
    }
  }

  /** A link that a mail program broke is still a traveller's: releases knows the links, and responds with a page in their language. */
  async function answerUnknownPath(ctx: ExchangeContext): Promise<void> {
    const isRead = ctx.method === 'GET' || ctx.method === 'HEAD'
    if (isRead && ctx.path.startsWith('/t/')) {
      ctx.state.exchange.route = operations.readTripPage.path
      return answerOperation(ctx, operations.readTripPage, {}, async () => refuseUnknownPath(), admitTraveller)
    }
    if (isRead && isPortalPage(ctx.path)) return answerPortalPage(ctx)
    return refuseAfterCounting(ctx)
  }

  async function answerPortalPage(ctx: ExchangeContext): Promise<void> {
    await countAddress(ctx)
    const { exchange } = ctx.state
    exchange.route = '/portal/{page}'
    const { headers, body } = portal.document()
    answer(ctx, { status: 200, headers: { ...exchange.headers, ...headers }, body })
  }

  async function refuseAfterCounting(ctx: ExchangeContext): Promise<void> {
    await countAddress(ctx)
    refuseUnknownPath()
  }
}
