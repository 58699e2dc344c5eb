import Koa, { type Middleware } from 'koa'
import type { Logger } from '../log/logger.ts'
import type { Meter } from '../telemetry/index.ts'
import { refuseUnreadable } from './connection-refusal.ts'
import type { ExchangeState } from './exchange.ts'
import type { Verifier } from './guard.ts'
import { answerHealth } from './health.ts'
import { LargeBodies } from './large-bodies.ts'
import type { ReadReadiness } from './readiness.ts'
import { requestScope } from './request-scope.ts'
import type { Route } from './route.ts'
import { routing } from './routing.ts'

/** Works around the routes, inside the request's scope. */
export type AppMiddleware = Middleware<ExchangeState>

export interface ScopeOptions {
  log: Logger
  metrics: Meter
  /** Where the pages about error codes are: the `type` of a problem is `<publicUrl>/docs/errors/<code>`. */
  publicUrl: string
  /** Headers of every answer, also of one to a request that cannot be read. */
  headers?: Readonly<Record<string, string>>
}

export interface AppOptions extends ScopeOptions {
  service: string
  routes: readonly Route[]
  /** Null: requests carry no proof, every operation is open to all. */
  verifier: Verifier | null
  maxBodyBytes: number
  /** Shares of the memory for bodies beyond a megabyte; absent: the usual ones. */
  largeBodies?: LargeBodies
  /** Runs inside the request's scope (id, log, problem documents) before the routes: proxies, static files. Answers with `exchange.headers`. */
  middleware?: readonly AppMiddleware[]
}

/** The HTTP side of a service: its routes behind the guard, problem documents. */
export function createApp(options: AppOptions): Koa {
  const app = scopedApp(options)
  for (const middleware of options.middleware ?? []) app.use(middleware)
  app.use(routing(options.routes, { ...options, largeBodies: options.largeBodies ?? new LargeBodies() }))
  return app
}

/** The app of a health listener: `/livez`, `/readyz`, `/metrics`, without authentication. */
export function createHealthApp(options: ScopeOptions & { readiness: ReadReadiness }): Koa {
  const app = scopedApp(options)
  app.use(answerHealth(options.readiness))
  app.use(routing([], { verifier: null, maxBodyBytes: 0, largeBodies: new LargeBodies() }))
  return app
}

function scopedApp(options: ScopeOptions): Koa<ExchangeState> {
  const app = new Koa<ExchangeState>()
  app.on('error', (error: unknown) => options.log.debug({ err: error }, 'connection failed'))
  app.on('clientError', refuseUnreadable(options))
  app.use(requestScope(options))
  return app
}
