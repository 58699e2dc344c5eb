import {
  type Listener,
  type Overrides,
  type RunningService,
  type ServiceParts,
  startParts,
} from '@guidebook/service-kit'
import { accountAdminRoutes } from './account/admin-routes.ts'
import { accountRoutes, internalAccountRoutes } from './account/routes.ts'
import { deadLetterAdminRoutes } from './admin/dead-letter-routes.ts'
import { forwardAdmin } from './admin/forward-admin.ts'
import { requestAdminRoutes } from './admin/request-routes.ts'
import { statusRoutes } from './admin/status-routes.ts'
import { createAdminVerifier } from './admin/verifier.ts'
import { createKeyring, type Keyring } from './api-key/keyring.ts'
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
import { createUpstreams } from './front/upstreams.ts'
import { createJournal, type Journal } from './journal/journal.ts'
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
  const description = { service: 'gateway', schema, migrations, migrateCommand } as const
  const { listenerUrls, ...running } = await startParts(description, settings, overrides, (parts) => {
    const { database, clock, log, broker } = parts
    const keyring = createKeyring(createKeyQueries(database.knex).holdersOf)
    const services = {
      geodata: parts.client('geodata'),
      releases: parts.client('releases'),
      builder: parts.client('builder'),
      webhooks: parts.client('webhooks'),
      importer: parts.client('importer'),
    }
    const context: Context = { database, clock, log, keyring, keyChanges: createSerialQueue(), broker, services }
    const journal = createJournal(createJournalQueries(database.knex), { clock, log })
    const { front, upstreams, forward, components } = createPublicFront(settings, parts, { keyring, journal })
    const adminVerifier = createAdminVerifier(settings.ADMIN_TOKEN)
    const admin: Listener = {
      name: 'admin',
      host: settings.ADMIN_HOST,
      port: settings.ADMIN_PORT,
      routes: adminRoutes(context, parts.readiness),
      verifier: adminVerifier,
      endpoints: forwardAdmin({ context, verifier: adminVerifier, upstreams, forward }),
    }
    const publicListener: Listener = {
      name: 'public',
      host: settings.HTTP_HOST,
      port: settings.HTTP_PORT,
      answerStallMs: settings.ANSWER_STALL_TIMEOUT,
      connections: connectionLimits(settings),
      headers: responseHeaders(settings.PUBLIC_URL),
      routes: [...accountRoutes(context), ...keyRoutes(context)],
      verifier: admitted,
      middleware: [front],
    }
    return {
      routes: internalAccountRoutes(context),
      address: { host: settings.INTERNAL_HOST, port: settings.INTERNAL_PORT },
      listeners: [admin, publicListener],
      components: [...components, ...journal.components],
    }
  })
  const { public: url = '', admin: adminUrl = '' } = listenerUrls
  return { ...running, url, adminUrl, internalUrl: running.url }
}

const adminRoutes = (context: Context, readiness: ServiceParts['readiness']) => [
  ...accountAdminRoutes(context),
  ...keyAdminRoutes(context),
  ...deadLetterAdminRoutes(context),
  ...requestAdminRoutes(context),
  ...statusRoutes(context, readiness),
]

/** The middleware of the public listener, with the connections to other services that the admin listener shares. */
function createPublicFront(
  settings: GatewayConfig['settings'],
  { clock, log, issuer }: ServiceParts,
  { keyring, journal }: { keyring: Keyring; journal: Journal },
) {
  const urls = {
    geodata: settings.GEODATA_URL,
    releases: settings.RELEASES_URL,
    builder: settings.BUILDER_URL,
    webhooks: settings.WEBHOOKS_URL,
    importer: settings.IMPORTER_URL,
  }
  const upstreams = createUpstreams(urls, settings.UPSTREAM_TIMEOUT, {
    capacity: settings.UPSTREAM_CONNECTIONS,
    perOwner: settings.UPSTREAM_CONNECTIONS_PER_OWNER,
    mostWaiting: settings.UPSTREAM_WAITING,
    waitMs: settings.UPSTREAM_WAIT,
  })
  const addressOf = createClientAddress(settings.TRUSTED_PROXIES)
  const counters = settings.REDIS_URL === undefined ? inMemory() : inRedis(settings.REDIS_URL, log)
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
  return { front, upstreams, forward, components: [upstreams.component, counters.component] }
}
