import {
  createApp,
  createBroker,
  createHealthApp,
  createInternalClient,
  createLogger,
  createReadiness,
  createSweeper,
  createTokenIssuer,
  createTokenVerifier,
  httpServer,
  meter,
  type Overrides,
  openDatabase,
  type RunningService,
  readinessRoute,
  requireSchema,
  startComponents,
  systemClock,
} from '@guidebook/service-kit'
import { accountAdminRoutes } from './account/admin-routes.ts'
import { accountRoutes, internalAccountRoutes } from './account/routes.ts'
import { deadLetterAdminRoutes } from './admin/dead-letter-routes.ts'
import { forwardAdmin } from './admin/forward-admin.ts'
import { requestAdminRoutes } from './admin/request-routes.ts'
import { statusRoutes } from './admin/status-routes.ts'
import { createAdminVerifier } from './admin/verifier.ts'
import { createKeyring } from './api-key/keyring.ts'
import { createKeyQueries } from './api-key/queries.ts'
import { keyAdminRoutes, keyRoutes } from './api-key/routes.ts'
import { createSerialQueue } from './api-key/serial-queue.ts'
import type { GatewayConfig } from './config.ts'
import type { Context } from './context.ts'
import { createPages } from './document/pages.ts'
import { createAdmission } from './front/admission.ts'
import { admitted } from './front/admitted.ts'
import { clientPace, connectionLimits } from './front/client-limits.ts'
import { createEventStreams } from './front/event-streams.ts'
import { createForward } from './front/forward.ts'
import { createFront } from './front/front.ts'
import { responseHeaders } from './front/response-headers.ts'
import { createUpstreams, type UpstreamName } from './front/upstreams.ts'
import { createJournal } from './journal/journal.ts'
import { createNoteRequest } from './journal/note-request.ts'
import { createJournalQueries } from './journal/queries.ts'
import { createClientAddress } from './rate-limit/client-address.ts'
import { inMemory, inRedis } from './rate-limit/counter-store.ts'
import { createLimiter } from './rate-limit/limiter.ts'
import { migrateCommand, migrations, schema } from './schema.ts'
import { createConcurrentRequests } from './share/concurrent-requests.ts'

export interface RunningGateway extends RunningService {
  /** Base URL of the admin listener. */
  adminUrl: string
  /** Base URL of the listener for other services. */
  internalUrl: string
}

/** Starts the gateway with its four listeners: public, for other services, for support, for health. `overrides` are for tests. */
export async function startService({ settings }: GatewayConfig, overrides: Overrides = {}): Promise<RunningGateway> {
  const service = 'gateway'
  const log = overrides.log ?? createLogger({ service, level: settings.LOG_LEVEL })
  const clock = overrides.clock ?? systemClock
  const database = openDatabase({ url: settings.DATABASE_URL, schema, service })
  const schemaGuard = requireSchema({ database, directory: migrations, command: migrateCommand })
  const broker = createBroker({ url: settings.AMQP_URL, service, database, log })
  const issuer = createTokenIssuer({ service, privateKey: settings.INTERNAL_PRIVATE_KEY, clock })
  const urls = {
    geodata: settings.GEODATA_URL,
    releases: settings.RELEASES_URL,
    builder: settings.BUILDER_URL,
    webhooks: settings.WEBHOOKS_URL,
    importer: settings.IMPORTER_URL,
  }
  const client = (target: UpstreamName) => createInternalClient({ service, target, baseUrl: urls[target], issuer, log })
  const services = {
    geodata: client('geodata'),
    releases: client('releases'),
    builder: client('builder'),
    webhooks: client('webhooks'),
    importer: client('importer'),
  }
  const keyring = createKeyring(createKeyQueries(database.knex).holdersOf)
  const context: Context = { database, clock, log, keyring, keyChanges: createSerialQueue(), broker, services }
  const journal = createJournal(createJournalQueries(database.knex), { clock, log })
  const upstreams = createUpstreams(urls, settings.UPSTREAM_TIMEOUT, {
    capacity: settings.UPSTREAM_CONNECTIONS,
    perOwner: settings.UPSTREAM_CONNECTIONS_PER_OWNER,
    mostWaiting: settings.UPSTREAM_WAITING,
    waitMs: settings.UPSTREAM_WAIT,
  })
  const addressOf = createClientAddress(settings.TRUSTED_PROXIES)
  const counters = settings.REDIS_URL === undefined ? inMemory() : inRedis(settings.REDIS_URL, log)
  const readiness = createReadiness({
    checks: [database.check, schemaGuard.check, broker.check],
    log,
    isServing: () => http.isListening,
  })
  const scope = { log, metrics: meter(service), publicUrl: settings.PUBLIC_URL }
  const shared = { ...scope, service, maxBodyBytes: settings.MAX_BODY_BYTES }

  const { store } = counters
  const forward = createForward({ issuer, ...clientPace(settings) })
  const front = createFront({
    pages: createPages(settings.PUBLIC_URL),
    admission: createAdmission({
      keyring,
      addressOf,
      noteRequest: createNoteRequest(journal, clock),
      limits: {
        accounts: createLimiter({ name: 'default', perMinute: settings.RATE_LIMIT_PER_MINUTE, store }),
        travellers: createLimiter({
          name: 'address',
          perMinute: settings.TRAVELLER_RATE_LIMIT_PER_MINUTE,
          store,
          closes: true,
        }),
        unauthorized: createLimiter({
          name: 'wrong-keys',
          perMinute: settings.WRONG_KEY_LIMIT_PER_MINUTE,
          store,
          closes: true,
        }),
      },
    }),
    forward,
    upstreams,
    eventStreams: createEventStreams(keyring),
    enterRequest: createConcurrentRequests({
      perAccount: settings.CONCURRENT_REQUESTS_PER_ACCOUNT,
      perAddress: settings.CONCURRENT_REQUESTS_PER_ADDRESS,
    }),
    addressOf,
  })
  const publicApp = createApp({
    ...shared,
    headers: responseHeaders(settings.PUBLIC_URL),
    routes: [...accountRoutes(context), ...keyRoutes(context)],
    verifier: admitted,
    middleware: [front],
  })
  const internalApp = createApp({
    ...shared,
    routes: [...internalAccountRoutes(context), ...broker.deadLetterRoutes, readinessRoute(readiness)],
    verifier: createTokenVerifier({ service, publicKeys: settings.INTERNAL_PUBLIC_KEYS, clock }),
  })
  const adminVerifier = createAdminVerifier(settings.ADMIN_TOKEN)
  const adminApp = createApp({
    ...shared,
    routes: [
      ...accountAdminRoutes(context),
      ...keyAdminRoutes(context),
      ...deadLetterAdminRoutes(context),
      ...requestAdminRoutes(context),
      ...statusRoutes(context, readiness),
    ],
    verifier: adminVerifier,
    endpoints: forwardAdmin({ context, verifier: adminVerifier, upstreams, forward }),
  })
  const http = httpServer(publicApp, {
    host: settings.HTTP_HOST,
    port: settings.HTTP_PORT,
    answerStallMs: settings.ANSWER_STALL_TIMEOUT,
    connections: connectionLimits(settings),
  })
  const internal = httpServer(internalApp, { host: settings.INTERNAL_HOST, port: settings.INTERNAL_PORT })
  const admin = httpServer(adminApp, { host: settings.ADMIN_HOST, port: settings.ADMIN_PORT })
  const health = httpServer(createHealthApp({ ...scope, readiness }), {
    host: settings.HEALTH_HOST,
    port: settings.HEALTH_PORT,
  })

  const running = await startComponents(
    [
      database.component,
      schemaGuard,
      ...Object.values(services),
      upstreams.component,
      counters.component,
      broker.relay,
      createSweeper({ database, log }),
      ...journal.components,
      // Stops after the others, so that it reports the stop.
      health,
      internal,
      admin,
      http,
    ],
    { log },
  )
  const stop = () => running.stop(settings.SHUTDOWN_DEADLINE)
  return {
    url: http.url,
    internalUrl: internal.url,
    adminUrl: admin.url,
    healthUrl: health.url,
    stop,
    [Symbol.asyncDispose]: stop,
  }
}
