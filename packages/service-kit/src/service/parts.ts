import type { ServiceName } from '@guidebook/contracts'
import { type AccountProjections, createAccountProjections } from '../account-projection/index.ts'
import { type Broker, createBroker } from '../broker/index.ts'
import { createInternalClient, type InternalClient } from '../client/index.ts'
import { type Clock, systemClock } from '../clock/index.ts'
import type { commonSettings, Settings } from '../config/index.ts'
import { createSweeper, type Database, openDatabase, requireSchema } from '../database/index.ts'
import type { HealthCheck } from '../health.ts'
import {
  type AppMiddleware,
  createApp,
  createHealthApp,
  createReadiness,
  httpServer,
  LargeBodies,
  type Route,
  readinessRoute,
} from '../http/index.ts'
import { createTokenIssuer, createTokenVerifier, type TokenIssuer } from '../identity/index.ts'
import { type Component, type RunningService, startComponents } from '../lifecycle/index.ts'
import { createLogger, type Logger } from '../log/index.ts'
import { meter } from '../telemetry/index.ts'

/** What tests put in the place of the real thing. */
export interface Overrides {
  clock?: Clock
  log?: Logger
  /** Delays before the repeats of a failed message, milliseconds. */
  retrySchedule?: readonly number[]
}

export interface ServiceDescription {
  service: ServiceName
  /** The PostgreSQL schema that the service owns. */
  schema: string
  /** The folder of the service's migrations. */
  migrations: URL
  /** What mends a schema that is older than the program. */
  migrateCommand: string
}

/** What every service is made of before it does anything of its own. */
export interface ServiceParts {
  log: Logger
  clock: Clock
  database: Database
  broker: Broker
  issuer: TokenIssuer
  accounts: AccountProjections
  /** The client for another service, one for each target. */
  client(target: Exclude<ServiceName, 'builder'>): InternalClient
}

/** What a service adds to its parts. */
export interface OwnParts {
  routes: readonly Route[]
  /** Loops, subscriptions, workers: started after the database and the relay, before HTTP, in order. */
  components: readonly Component[]
  checks?: readonly HealthCheck[]
  /** What stands around the routes; see `createApp`. */
  middleware?: readonly AppMiddleware[]
}

/**
 * Puts a service together and starts it: database, schema, clients, broker, the service's own parts, HTTP; stopped in
 * reverse. `build` gets the common parts and answers what the service adds.
 */
export async function startParts(
  description: ServiceDescription,
  settings: Settings<typeof commonSettings>,
  overrides: Overrides,
  build: (parts: ServiceParts) => OwnParts | Promise<OwnParts>,
): Promise<RunningService> {
  const { service, schema, migrations, migrateCommand } = description
  const log = overrides.log ?? createLogger({ service, level: settings.LOG_LEVEL })
  const clock = overrides.clock ?? systemClock
  const database = openDatabase({ url: settings.DATABASE_URL, schema, service })
  const schemaGuard = requireSchema({ database, directory: migrations, command: migrateCommand })
  const issuer = createTokenIssuer({ service, privateKey: settings.INTERNAL_PRIVATE_KEY, clock })
  const broker = createBroker({
    url: settings.AMQP_URL,
    service,
    database,
    log,
    ...(overrides.retrySchedule === undefined ? {} : { retrySchedule: overrides.retrySchedule }),
  })
  const clients = new Map<ServiceName, InternalClient>()
  const urls = {
    gateway: settings.GATEWAY_URL,
    geodata: settings.GEODATA_URL,
    releases: settings.RELEASES_URL,
    webhooks: settings.WEBHOOKS_URL,
    importer: settings.IMPORTER_URL,
  }
  const client: ServiceParts['client'] = (target) => {
    const known = clients.get(target)
    if (known !== undefined) return known
    const made = createInternalClient({ service, target, baseUrl: urls[target], issuer, log })
    clients.set(target, made)
    return made
  }
  const accounts = createAccountProjections(database, client('gateway'))
  const own = await build({ log, clock, database, broker, issuer, accounts, client })

  const scope = { log, metrics: meter(service), publicUrl: settings.PUBLIC_URL }
  const readiness = createReadiness({
    checks: [database.check, schemaGuard.check, broker.check, ...(own.checks ?? [])],
    log,
    isServing: () => http.isListening,
  })
  const app = createApp({
    ...scope,
    service,
    routes: [...own.routes, ...broker.deadLetterRoutes, readinessRoute(readiness)],
    verifier: createTokenVerifier({ service, publicKeys: settings.INTERNAL_PUBLIC_KEYS, clock }),
    maxBodyBytes: settings.MAX_BODY_BYTES,
    largeBodies: new LargeBodies({ places: settings.LARGE_BODIES_AT_ONCE }),
    middleware: own.middleware ?? [],
  })
  const http = httpServer(app, { host: settings.HTTP_HOST, port: settings.HTTP_PORT })
  const health = httpServer(createHealthApp({ ...scope, readiness }), {
    host: settings.HEALTH_HOST,
    port: settings.HEALTH_PORT,
  })
  const running = await startComponents(
    [
      database.component,
      schemaGuard,
      ...clients.values(),
      broker.relay,
      createSweeper({ database, log }),
      ...own.components,
      // Stops after HTTP, so that it reports the stop.
      health,
      http,
    ],
    { log },
  )
  const stop = () => running.stop(settings.SHUTDOWN_DEADLINE)
  return { url: http.url, healthUrl: health.url, stop, [Symbol.asyncDispose]: stop }
}
