import {
  createMailer,
  FairSemaphore,
  type Listener,
  MinimumRate,
  type Overrides,
  type RunningService,
  retentionRule,
  type ServiceParts,
  startParts,
} from '@guidebook/service-kit'
import { accountAdminRoutes, internalAccountRoutes } from './account/routes.ts'
import { suspensionRoutes } from './account/suspension.ts'
import { adminActionRoutes, logged } from './admin/actions.ts'
import { forwardAdmin } from './admin/forward-admin.ts'
import { createReplicaReader } from './admin/replicas.ts'
import { systemRoutes } from './admin/routes.ts'
import { createAdminVerifier } from './admin/support.ts'
import { adminTokenRoutes, findAdminToken } from './admin/tokens.ts'
import { limitWrongTokens } from './admin/wrong-tokens.ts'
import { createKeyUses } from './api-key/key-uses.ts'
import { createKeyring } from './api-key/keyring.ts'
import { ownAccountRoutes } from './api-key/own-account-routes.ts'
import { findKeyHolders } from './api-key/queries.ts'
import { keyAdminRoutes, keyRoutes } from './api-key/routes.ts'
import { type GatewaySettings, requireCompleteOpenId, requireStrongToken } from './config.ts'
import { type Context, otherServices } from './context.ts'
import { diagnosisAdminRoutes, diagnosisRoutes } from './diagnosis/routes.ts'
import { createForward } from './front/forward.ts'
import { admitted, createFront } from './front/front.ts'
import { privateHeaders, responseHeaders } from './front/headers.ts'
import { createUpstreams } from './front/upstreams.ts'
import { impersonationAdminRoutes, impersonationRoutes } from './impersonation/routes.ts'
import { createJournal } from './journal/journal.ts'
import { peopleAdminRoutes, peopleRoutes } from './people/routes.ts'
import { createOpenId } from './portal/openid.ts'
import { portalRules } from './portal/retention.ts'
import { portalRoutes } from './portal/routes.ts'
import { createSessions } from './portal/sessions.ts'
import { createSignInLimits } from './portal/sign-in-limits.ts'
import { connectionLimits } from './rate-limit/client-address.ts'
import { inMemory, inRedis } from './rate-limit/counter-store.ts'
import { migrations } from './schema.ts'
import { createSpools } from './spool/spool.ts'
import { createSupportFront } from './support-web/front.ts'
import { supportSessionRoutes } from './support-web/routes.ts'
import { createSupportSessions } from './support-web/sessions.ts'

export interface RunningGateway extends RunningService {
  /** Base URL of the admin listener. */
  adminUrl: string
  /** Base URL of the listener for other services. */
  internalUrl: string
}

/**
 * Transactions that lock an account hold a database connection while they wait for the lock. Queued here they hold none, so that one
 * account takes one connection at a time however many requests it sends.
 */
const changeShares = { capacity: Number.POSITIVE_INFINITY, perOwner: 1 }

/** Starts the gateway with its public, internal, admin and health listeners. `overrides` are for tests. */
export async function startService(settings: GatewaySettings, overrides: Overrides = {}): Promise<RunningGateway> {
  requireStrongToken(settings)
  requireCompleteOpenId(settings)
  const description = { service: 'gateway', migrations } as const
  const { listenerUrls, ...running } = await startParts(description, settings, overrides, async (parts) => {
    const { database, clock, log, issuer, readiness } = parts
    const keyUses = createKeyUses(database, clock, log)
    const keyring = createKeyring(async (hashes) => keyUses.note(await findKeyHolders(database.knex, hashes)))
    const clients = otherServices.map((name) => [name, parts.client(name)])
    const services = Object.fromEntries(clients) as Context['services']
    const sessions = createSessions(database, clock, settings)
    const context: Context = {
      database,
      clock,
      log,
      settings,
      keyring,
      sessions,
      accountChanges: new FairSemaphore(changeShares),
      services,
    }
    const journal = createJournal(database, clock, log)
    const upstreams = createUpstreams(settings)
    const forward = createForward({
      issuer,
      maxBodyBytes: settings.MAX_BODY_BYTES,
      bodyRate: new MinimumRate({ graceMs: settings.BODY_GRACE, bytesPerSecond: settings.BODY_BYTES_PER_SECOND }),
      answerRate: new MinimumRate({
        graceMs: settings.ANSWER_STALL_TIMEOUT,
        bytesPerSecond: settings.ANSWER_BYTES_PER_SECOND,
      }),
      openSpool: createSpools({ directory: settings.SPOOL_DIRECTORY, totalBytes: settings.SPOOL_BYTES }),
    })
    const counters = settings.REDIS_URL === undefined ? inMemory() : await inRedis(settings.REDIS_URL, log)
    const readReplicas = createReplicaReader({ issuer, log, settings, readiness })
    const nameOf = async (token: string) => (await findAdminToken(database.knex, token, clock.now()))?.name ?? null
    const adminVerifier = createAdminVerifier(settings.ADMIN_TOKEN, nameOf)
    const supportSessions = createSupportSessions(database, clock)
    const admin: Listener = {
      name: 'admin',
      host: settings.ADMIN_HOST,
      port: settings.ADMIN_PORT,
      headers: privateHeaders,
      middleware: [limitWrongTokens(settings, counters.store), createSupportFront(supportSessions)],
      routes: [
        ...supportSessionRoutes(context, supportSessions),
        ...logged(context, [
          ...accountAdminRoutes(context),
          ...suspensionRoutes(context),
          ...keyAdminRoutes(context),
          ...peopleAdminRoutes(context),
          ...adminTokenRoutes(context),
          ...adminActionRoutes(context),
          ...systemRoutes(context, readReplicas),
          ...diagnosisAdminRoutes(context),
          ...impersonationAdminRoutes(context),
        ]),
      ],
      verifier: adminVerifier,
      endpoints: forwardAdmin(context, adminVerifier, { upstreams, forward }),
    }
    const publicListener: Listener = {
      name: 'public',
      host: settings.HTTP_HOST,
      port: settings.HTTP_PORT,
      answerStallMs: settings.ANSWER_STALL_TIMEOUT,
      connections: connectionLimits(settings),
      headers: responseHeaders(settings.PUBLIC_URL),
      routes: [
        ...ownAccountRoutes(context),
        ...keyRoutes(context),
        ...diagnosisRoutes(context),
        ...peopleRoutes(context),
        ...impersonationRoutes(context),
        ...portalRoutes(context, createSignInLimits(settings, counters.store), createOpenId(context)),
      ],
      verifier: admitted,
      middleware: [createFront({ settings, keyring, sessions, journal, store: counters.store, upstreams, forward })],
    }
    return {
      routes: internalAccountRoutes(context),
      address: { host: settings.INTERNAL_HOST, port: settings.INTERNAL_PORT },
      listeners: [admin, publicListener],
      components: [
        ...[upstreams.component, counters.component, keyUses.component],
        ...mailer(settings, parts),
        ...journal.components,
      ],
      retention: [
        retentionRule('requests', { time: 'at', keepMs: settings.REQUEST_JOURNAL_RETENTION }),
        retentionRule('admin_actions', { time: 'at', keepMs: settings.ADMIN_LOG_RETENTION }),
        retentionRule('impersonations', { time: 'created_at', keepMs: settings.ADMIN_LOG_RETENTION }),
        ...portalRules,
      ],
      facts: [counters.facts, { name: 'public address', facts: async () => ({ url: settings.PUBLIC_URL }) }],
    }
  })
  const { public: url = '', admin: adminUrl = '' } = listenerUrls
  return { ...running, url, adminUrl, internalUrl: running.url }
}

/** Without `SMTP_URL`, invitations stay queued. */
const mailer = ({ SMTP_URL: smtpUrl, MAIL_FROM: from }: GatewaySettings, { database, log }: ServiceParts) =>
  smtpUrl === undefined ? [] : [createMailer({ database, smtpUrl, from, log })]
