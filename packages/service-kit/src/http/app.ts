import type { Meter } from '@opentelemetry/api'
import Koa, { type Middleware } from 'koa'
import type { Logger } from '../log/logger.ts'
import { refuseUnreadable } from './connection-refusal.ts'
import type { ExchangeContext, ExchangeState } from './exchange.ts'
import { endpointOf, type Verifier } from './guard.ts'
import { answerHealth } from './health.ts'
import { LargeBodies } from './large-bodies.ts'
import type { ReadReadiness } from './readiness.ts'
import { requestScope } from './request-scope.ts'
import type { Route } from './route.ts'
import { createRouter, type Endpoint, refuseUnknownPath } from './router.ts'

/** Runs before and after the routes, inside the request's scope. */
export type AppMiddleware = Middleware<ExchangeState>

export interface ScopeOptions {
  log: Logger
  metrics: Meter
  /** Base URL of the error pages: the `type` of a problem is `<publicUrl>/docs/errors/<code>`. */
  publicUrl: string
  /** Whether problem documents have a header for the gateway's journal; not on listeners that clients reach. */
  reportsRefusals?: boolean
  /** Headers of every response, including those to unreadable requests. */
  headers?: Readonly<Record<string, string>>
}

export interface AppOptions extends ScopeOptions {
  service: string
  routes: readonly Route[]
  /** Further operations, without the guard: they must authenticate requests themselves. */
  endpoints?: readonly Endpoint[]
  /** Null: requests are not authenticated; every operation is open to everyone. */
  verifier: Verifier | null
  maxBodyBytes: number
  /** Limits the memory for bodies above 1 MiB; absent: the default limits. */
  largeBodies?: LargeBodies
  /** Runs inside the request's scope (id, log, problem documents) before the routes. Its responses must have `exchange.headers`. */
  middleware?: readonly AppMiddleware[]
}

/** The HTTP app of a service: routes behind the guard, errors as problem documents. */
export function createApp(options: AppOptions): Koa {
  const app = scopedApp(options)
  for (const middleware of options.middleware ?? []) app.use(middleware)
  const guardOptions = { ...options, largeBodies: options.largeBodies ?? new LargeBodies() }
  const guarded = options.routes.map((route) => endpointOf(route, guardOptions))
  app.use(createRouter([...guarded, ...(options.endpoints ?? [])]))
  return app
}

/** The app of a health listener: `/livez`, `/readyz`, `/metrics`, without authentication. */
export function createHealthApp(options: ScopeOptions & { readiness: ReadReadiness }): Koa {
  const app = scopedApp(options)
  app.use(answerHealth(options.readiness))
  app.use(refuseUnknownPath)
  return app
}

function scopedApp(options: ScopeOptions): Koa<ExchangeState> {
  const app = new Koa<ExchangeState>()
  app.on('error', (error: unknown, ctx?: ExchangeContext) => {
    // The access log line of the request already reports its error.
    if (error !== ctx?.state.exchange?.error) options.log.debug({ err: error }, 'connection failed')
  })
  app.on('clientError', refuseUnreadable(options))
  app.use(requestScope(options))
  return app
}
