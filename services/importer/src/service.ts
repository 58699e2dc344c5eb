import { EventEmitter } from 'node:events'
import {
  createMailer,
  FairSemaphore,
  type Overrides,
  openObjectStore,
  type RunningService,
  startParts,
} from '@guidebook/service-kit'
import type { ImporterSettings } from './config.ts'
import { configurationRoutes } from './configuration/routes.ts'
import type { Context } from './context.ts'
import { createPipeline } from './pipeline/pipeline.ts'
import { createImportSweepers, importRules } from './retention/retention.ts'
import { diagnosisRoutes } from './run/diagnosis.ts'
import { runRoutes } from './run/routes.ts'
import { migrations } from './schema.ts'
import { type DnsResolver, systemResolver } from './trust/verify-signatures.ts'
import { uploadRoutes } from './upload/routes.ts'

/** Concurrent previews and uploads, and requests that wait: each holds its file of up to 16 MiB. Accounts do not delay each other. */
const fileShares = { capacity: 16, perOwner: 2, mostWaiting: 64, waitMs: 20_000 }

export interface ImporterOverrides extends Overrides {
  resolver?: DnsResolver
}

/** Starts the importer; `overrides` are for tests. */
export const startService = (settings: ImporterSettings, overrides: ImporterOverrides = {}): Promise<RunningService> =>
  startParts({ service: 'importer', migrations }, settings, overrides, async (parts) => {
    const { database, clock, log } = parts
    const objects = await openObjectStore(settings.OBJECT_STORE_URL)
    const context: Context = {
      settings,
      database,
      objects,
      clock,
      log,
      accounts: parts.accounts,
      geodata: parts.client('geodata'),
      releases: parts.client('releases'),
      resolver: overrides.resolver ?? systemResolver(),
      retrySchedule: overrides.retrySchedule ?? [1_000, 5_000, 15_000, 30_000],
      fetchRetrySchedule: overrides.retrySchedule ?? [5_000, 60_000, 300_000, 900_000, 1_800_000, 3_600_000],
      wake: new EventEmitter(),
    }
    const pipeline = createPipeline(context, parts.broker)
    const heldFiles = new FairSemaphore(fileShares)
    return {
      routes: [
        ...configurationRoutes(context),
        ...runRoutes(context, heldFiles),
        ...uploadRoutes(context, heldFiles),
        ...diagnosisRoutes(context),
      ],
      components: [
        createMailer({ database, smtpUrl: settings.SMTP_URL, from: settings.MAIL_FROM, log }),
        ...pipeline.components,
        ...createImportSweepers(context),
      ],
      checks: [objects.check, ...pipeline.checks],
      retention: importRules(settings),
    }
  })
