import { setTimeout as sleep } from 'node:timers/promises'
import type { ServiceName } from '@guidebook/contracts'
import { type AccountProjections, createAccountProjections } from '../account-projection/account-projection.ts'
import { type Broker, createBroker } from '../broker/broker.ts'
import { createInternalClient, type InternalClient } from '../client/internal-client.ts'
import { type Clock, systemClock } from '../clock/clock.ts'
import type { commonSettings, Settings } from '../config/index.ts'
import { type Database, openDatabase } from '../database/index.ts'
import { requireSchema } from '../database/require-schema.ts'
import type { RetentionRule } from '../database/retention.ts'
import { createSweepers, kitRules } from '../database/sweeper.ts'
import type { FactSource, HealthCheck } from '../health.ts'
import { type AppMiddleware, type AppOptions, createApp, createHealthApp } from '../http/app.ts'
import { LargeBodies } from '../http/large-bodies.ts'
import { createReadiness, type ReadReadiness, readinessRoute } from '../http/readiness.ts'
import { observeReadiness } from '../http/readiness-metrics.ts'
import type { Route } from '../http/route.ts'
import { httpServer, type ServerOptions } from '../http/server.ts'
import { createTokenIssuer, type TokenIssuer } from '../identity/index.ts'
import { createTokenVerifier } from '../identity/token-verifier.ts'
import type { Component, RunningService } from '../lifecycle/index.ts'
import { startComponents } from '../lifecycle/start-components.ts'
import { createLogger, type Logger } from '../log/index.ts'
import { sentMailsRoute } from '../mail/sent-mails.ts'
import { meter } from '../telemetry/index.ts'
import { processFacts } from './process-facts.ts'

/** Replacements for tests. */
export interface Overrides {
  clock?: Clock
  log?: Logger
  /** Delays before the repeats of a failed message, milliseconds. */
  retrySchedule?: readonly number[]
}

export interface ServiceDescription {
  /** Also the name of its PostgreSQL schema. */
  service: ServiceName
  /** The folder of the service's migrations. */
  migrations: URL
}

/** Dependencies common to all services. */
export interface ServiceParts {
  log: Logger
  clock: Clock
  database: Database
  broker: Broker
  issuer: TokenIssuer
  readonly accounts: AccountProjections
  readiness: ReadReadiness
  /** Returns the client for another service; there is one per service. */
  client(target: ServiceName): InternalClient
}

/** An HTTP server besides the one for other services. */
export interface Listener
  extends Pick<AppOptions, 'routes' | 'endpoints' | 'verifier' | 'headers' | 'middleware'>,
    ServerOptions {
  name: string
}

/** The parts that a service adds. */
export interface OwnParts {
  /** For other services. */
  routes: readonly Route[]
  /** Address of the listener for other services; `HTTP_HOST` and `HTTP_PORT` by default. */
  address?: Pick<ServerOptions, 'host' | 'port'>
  /** Started in order after the listener for other services, and stopped before it. */
  listeners?: readonly Listener[]
  /** Loops, subscriptions, workers: started in order, after the database and the relay and before the listeners. */
  components: readonly Component[]
  checks?: readonly HealthCheck[]
  /** Expired rows of the service's own tables. */
  retention?: readonly RetentionRule[]
  /** Reported with the readiness; see `FactSource`. */
  facts?: readonly FactSource[]
  /** Runs around the routes for other services; see `createApp`. */
  middleware?: readonly AppMiddleware[]
}

export interface StartedParts extends RunningService {
  /** Base URLs of the additional listeners, by name. */
  listenerUrls: Readonly<Record<string, string>>
}

/**
 * Assembles a service and starts it: database, schema, clients, broker, the service's own parts, HTTP. They are stopped in reverse order. `build`
 * gets the common parts and returns those that the service adds.
 */
export async function startParts(
  description: ServiceDescription,
  settings: Settings<typeof commonSettings>,
  overrides: Overrides,
  build: (parts: ServiceParts) => OwnParts | Promise<OwnParts>,
): Promise<StartedParts> {
  const { service, migrations } = description
  const log = overrides.log ?? createLogger({ service, level: settings.LOG_LEVEL })
  const clock = overrides.clock ?? systemClock
  const database = openDatabase({ url: settings.DATABASE_URL, schema: service, service })
  const schemaGuard = requireSchema({ database, directory: migrations })
  const issuer = createTokenIssuer({ service, privateKey: settings.INTERNAL_PRIVATE_KEY, clock })
  const broker = createBroker({
    url: settings.AMQP_URL,
    service,
    database,
    log,
    retrySchedule: overrides.retrySchedule,
  })
  const clients = new Map<ServiceName, InternalClient>()
  const client: ServiceParts['client'] = (target) => {
    const existing = clients.get(target)
    if (existing !== undefined) return existing
    const baseUrl = settings[`${target.toUpperCase() as Uppercase<ServiceName>}_URL`]
    const created = createInternalClient({ service, target, baseUrl, issuer, log })
    clients.set(target, created)
    return created
  }
  let accounts: AccountProjections | undefined
  const own = await build({
    log,
    clock,
    database,
    broker,
    issuer,
    client,
    // Created on first use: the gateway owns the accounts and needs no copies.
    get accounts() {
      accounts ??= createAccountProjections(database, client('gateway'))
      return accounts
    },
    readiness: () => readiness(),
  })

  const scope = { log, metrics: meter(service), publicUrl: settings.PUBLIC_URL }
  const shared = { ...scope, service, maxBodyBytes: settings.MAX_BODY_BYTES }
  let isRetired = false
  const readiness = createReadiness({
    checks: [database.check, schemaGuard.check, broker.check, ...(own.checks ?? [])],
    facts: [...processFacts(database), ...(own.facts ?? [])],
    log,
    isServing: () =>
      !isRetired && [http, ...listeners.map(({ server }) => server)].every(({ isListening }) => isListening),
  })
  observeReadiness(readiness)
  const app = createApp({
    ...shared,
    routes: [...own.routes, ...broker.deadLetterRoutes, sentMailsRoute(service, database), readinessRoute(readiness)],
    verifier: createTokenVerifier({ service, publicKeys: settings.INTERNAL_PUBLIC_KEYS, clock }),
    largeBodies: new LargeBodies({ places: settings.LARGE_BODIES_AT_ONCE }),
    middleware: own.middleware ?? [],
    reportsRefusals: true,
  })
  const http = httpServer(app, own.address ?? { host: settings.HTTP_HOST, port: settings.HTTP_PORT })
  const listeners = (own.listeners ?? []).map((listener) => ({
    name: listener.name,
    server: httpServer(createApp({ ...shared, ...listener }), listener),
  }))
  const health = httpServer(createHealthApp({ ...scope, readiness }), {
    name: 'health',
    host: settings.HEALTH_HOST,
    port: settings.HEALTH_PORT,
  })
  const running = await startComponents(
    [
      database.component,
      schemaGuard,
      ...clients.values(),
      broker.relay,
      ...createSweepers({ database, rules: [...kitRules(settings), ...(own.retention ?? [])], clock, log }),
      ...own.components,
      // Stops after the other listeners, so that its readiness shows the stop.
      health,
      http,
      ...listeners.map(({ server }) => server),
    ],
    { log },
  )
  let stopping: Promise<void> | undefined
  const stop = () => {
    stopping ??= retireAndStop()
    return stopping
  }
  /** Clients and load balancers leave while the service still serves, so that no request meets a closed connection (decision 0037). */
  const retireAndStop = async () => {
    isRetired = true
    running.retire()
    if (settings.SHUTDOWN_DELAY > 0) await sleep(settings.SHUTDOWN_DELAY)
    await running.stop(settings.SHUTDOWN_DEADLINE)
  }
  const listenerUrls = Object.fromEntries(listeners.map(({ name, server }) => [name, server.url]))
  return { url: http.url, healthUrl: health.url, listenerUrls, stop, [Symbol.asyncDispose]: stop }
}
