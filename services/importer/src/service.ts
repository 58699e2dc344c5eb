import {
  createMailer,
  meter,
  type Overrides,
  openObjectStore,
  type RunningService,
  startParts,
} from '@guidebook/service-kit'
import { type ImporterSettings, mailServer, trustedServer } from './config.ts'
import { configurationRoutes } from './configuration/routes.ts'
import type { Context } from './context.ts'
import { createMailHandler } from './mail/handler.ts'
import { observeMailbox } from './mailbox/metrics.ts'
import { createPoller } from './mailbox/poller.ts'
import { runRoutes } from './run/routes.ts'
import { subscriptions } from './run/subscriptions.ts'
import { migrateCommand, migrations, schema } from './schema.ts'
import { type DnsResolver, systemResolver } from './trust/verify-signatures.ts'

export interface ImporterOverrides extends Overrides {
  /** The DNS. */
  resolver?: DnsResolver
}

/** Starts the importer; `overrides` are for tests. */
export const startService = (settings: ImporterSettings, overrides: ImporterOverrides = {}): Promise<RunningService> =>
  startParts({ service: 'importer', schema, migrations, migrateCommand }, settings, overrides, async (parts) => {
    const { database, clock, log, accounts } = parts
    const objects = await openObjectStore(settings.OBJECT_STORE_URL)
    const context: Context = {
      database,
      objects,
      accounts,
      clock,
      log,
      geodata: parts.client('geodata'),
      releases: parts.client('releases'),
      trustedServer: trustedServer(settings),
      resolver: overrides.resolver ?? systemResolver(),
      wakeMailbox: () => poller.wake(),
      wakeHandler: () => handler.wake(),
    }
    const handler = createMailHandler(context, overrides.retrySchedule)
    const poller = createPoller({
      context,
      databaseUrl: settings.DATABASE_URL,
      server: mailServer(settings),
      pollMs: settings.IMPORT_POLL,
      maxMailBytes: settings.IMPORT_MAX_MAIL_BYTES,
      retrySchedule: overrides.retrySchedule,
    })
    observeMailbox(meter('importer'), { database, clock, log, state: poller.state })
    return {
      routes: [...configurationRoutes(context), ...runRoutes(context)],
      components: [
        createMailer({ database, smtpUrl: settings.SMTP_URL, from: settings.MAIL_FROM, log }),
        handler,
        poller,
        ...subscriptions(parts.broker, context),
      ],
      checks: [objects.check, ...poller.checks],
    }
  })
