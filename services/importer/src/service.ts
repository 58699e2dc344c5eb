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
import { createMailHandler } from './pipeline/handle/mail-handler.ts'
import { observeMailbox } from './pipeline/poll/metrics.ts'
import { createPoller } from './pipeline/poll/mailbox-poller.ts'
import { createImportSweeper } from './retention/sweeper.ts'
import { createCommander } from './pipeline/command/command-sender.ts'
import { createFinisher } from './pipeline/report/mail-finisher.ts'
import { createReader } from './pipeline/read/file-reader.ts'
import { runRoutes } from './run/routes.ts'
import { subscriptions } from './pipeline/settle/subscriptions.ts'
import { supportRoutes } from './run/support-routes.ts'
import { createUnansweredLoop } from './pipeline/settle/unanswered-commands.ts'
import { migrateCommand, migrations, schema } from './schema.ts'
import { type DnsResolver, systemResolver } from './trust/verify-signatures.ts'

export interface ImporterOverrides extends Overrides {
  /** The DNS. */
  resolver?: DnsResolver
}

/** Delays before a mail, a file or a report that failed by itself is tried again, milliseconds; after the last it is given up. */
const defaultRetrySchedule: readonly number[] = [1_000, 5_000, 15_000, 30_000]

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
      wakeReader: () => reader.wake(),
      wakeCommander: () => commander.wake(),
      wakeFinisher: () => finisher.wake(),
    }
    const { retrySchedule = defaultRetrySchedule } = overrides
    const handler = createMailHandler(context, retrySchedule)
    const reader = createReader(context, { atOnce: settings.IMPORT_READERS, retrySchedule })
    const commander = createCommander(context, settings.IMPORT_UNSETTLED)
    const finisher = createFinisher(context, retrySchedule)
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
      routes: [...configurationRoutes(context), ...runRoutes(context), ...supportRoutes(context)],
      components: [
        createMailer({ database, smtpUrl: settings.SMTP_URL, from: settings.MAIL_FROM, log }),
        finisher,
        ...subscriptions(parts.broker, context),
        createUnansweredLoop(context),
        commander,
        ...reader.components,
        ...handler.components,
        poller,
        createImportSweeper(context),
      ],
      checks: [objects.check, ...poller.checks],
    }
  })
