import {
  createMailer,
  meter,
  type Overrides,
  openObjectStore,
  type RunningService,
  startParts,
} from '@guidebook/service-kit'
import { type ImporterSettings, trustedServer } from './config.ts'
import { configurationRoutes } from './configuration/routes.ts'
import type { Context } from './context.ts'
import { createPipeline } from './pipeline/pipeline.ts'
import { observeMailbox } from './pipeline/poll/metrics.ts'
import { createImportSweeper } from './retention/sweeper.ts'
import { runRoutes } from './run/routes.ts'
import { supportRoutes } from './run/support-routes.ts'
import { migrateCommand, migrations, schema } from './schema.ts'
import { type DnsResolver, systemResolver } from './trust/verify-signatures.ts'
import { createWakeSignal } from './wake-signal.ts'

export interface ImporterOverrides extends Overrides {
  resolver?: DnsResolver
}

/** Starts the importer; `overrides` are for tests. */
export const startService = (settings: ImporterSettings, overrides: ImporterOverrides = {}): Promise<RunningService> =>
  startParts({ service: 'importer', schema, migrations, migrateCommand }, settings, overrides, async (parts) => {
    const { database, clock, log } = parts
    const objects = await openObjectStore(settings.OBJECT_STORE_URL)
    const context: Context = {
      ...{ database, objects, clock, log, accounts: parts.accounts },
      geodata: parts.client('geodata'),
      releases: parts.client('releases'),
      trustedServer: trustedServer(settings),
      resolver: overrides.resolver ?? systemResolver(),
      wake: createWakeSignal(),
    }
    const pipeline = createPipeline(context, parts.broker, settings, overrides.retrySchedule)
    observeMailbox(meter('importer'), { database, clock, log, state: pipeline.mailbox })
    return {
      routes: [...configurationRoutes(context), ...runRoutes(context), ...supportRoutes(context)],
      components: [
        createMailer({ database, smtpUrl: settings.SMTP_URL, from: settings.MAIL_FROM, log }),
        ...pipeline.components,
        createImportSweeper(context),
      ],
      checks: [objects.check, ...pipeline.checks],
    }
  })
