import Koa, { type Middleware } from 'koa'
import type { Meter } from '../telemetry/index.ts'
import type { ExchangeState } from './exchange.ts'
import type { Verifier } from './guard.ts'
import { type HealthOptions, health } from './health.ts'
import { createLargeBodyPlaces, type LargeBodyPlaces } from './large-body-places.ts'
import { requestScope } from './request-scope.ts'
import type { Route } from './route.ts'
import { routing } from './routing.ts'

/** Works around the routes, inside the request's scope. */
export type AppMiddleware = Middleware<ExchangeState>

export interface AppOptions extends HealthOptions {
  service: string
  routes: readonly Route[]
  /** Null: requests carry no proof, every operation is open to all. */
  verifier: Verifier | null
  metrics: Meter
  maxBodyBytes: number
  /** Bodies beyond a megabyte that are in memory at the same time; absent: the usual number. */
  largeBodies?: LargeBodyPlaces
  /** Where the pages about error codes are: the `type` of a problem is `<publicUrl>/docs/errors/<code>`. */
  publicUrl: string
  /** Runs inside the request's scope (id, log, problem documents) before the routes: proxies, static files. Answers with `exchange.headers`. */
  middleware?: readonly AppMiddleware[]
}

/** The HTTP side of a service: its routes behind the guard, problem documents, health and metrics. */
export function createApp(options: AppOptions): Koa {
  const app = new Koa<ExchangeState>()
  app.on('error', (error: unknown) => options.log.debug({ err: error }, 'connection failed'))
  app.use(requestScope(options))
  app.use(health(options, app))
  for (const middleware of options.middleware ?? []) app.use(middleware)
  app.use(routing(options.routes, { ...options, largeBodies: options.largeBodies ?? createLargeBodyPlaces() }))
  return app
}
