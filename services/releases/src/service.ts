import {
  createListShares,
  createMailer,
  createOrphanSweeper,
  FairSemaphore,
  type Overrides,
  openObjectStore,
  type RunningService,
  startParts,
} from '@guidebook/service-kit'
import { createReportReader } from './builds/queries.ts'
import { rebuildShares } from './builds/rebuild-pages.ts'
import { mapSourceOf, type ReleasesSettings } from './config.ts'
import type { Context } from './context.ts'
import { createGuidebookFinder } from './creation/check-request.ts'
import { createReleaseInserter } from './creation/create-release.ts'
import { releaseNumbers } from './creation/release-numbers.ts'
import { documentPrefix, findUnusedDocuments } from './documents/queries.ts'
import { releaseMetrics } from './metrics.ts'
import { findUnusedImages } from './on-demand/queries.ts'
import { createReleaseFinder } from './release/queries.ts'
import { releaseRules } from './retention.ts'
import { routes } from './routes.ts'
import { migrations } from './schema.ts'
import { subscriptions } from './subscriptions.ts'
import { previewShares } from './trip-link/preview-page.ts'
import { publishedPages, renderedPages } from './trip-link/published-pages.ts'
import { showStrayLinks } from './trip-link/refusal.ts'
import { createUsage } from './usage/usage.ts'

/** Starts the service; `overrides` are for tests. */
export async function startService(settings: ReleasesSettings, overrides: Overrides = {}): Promise<RunningService> {
  const map = mapSourceOf(settings)
  const description = { service: 'releases', migrations } as const
  return await startParts(description, settings, overrides, async (parts) => {
    const { database, accounts, clock, log, broker } = parts
    const geodata = parts.client('geodata')
    const objectStore = await openObjectStore(settings.OBJECT_STORE_URL)
    const metrics = releaseMetrics()
    const context: Context = {
      database,
      accounts,
      geodata,
      objectStore,
      clock,
      map,
      log,
      findGuidebook: createGuidebookFinder(geodata),
      findRelease: createReleaseFinder({ database, accounts }),
      insertRelease: createReleaseInserter(database, metrics),
      nextNumber: releaseNumbers(database, clock),
      readReport: createReportReader(database),
      publishedPages: publishedPages(objectStore),
      renderedPages: renderedPages(),
      previewShares: new FairSemaphore(previewShares),
      lists: createListShares(),
      rebuilds: new FairSemaphore(rebuildShares),
      usage: createUsage({ database, clock, log }),
      publicUrl: settings.PUBLIC_URL,
      metrics,
    }
    const sweeper = (prefix: string, find: typeof findUnusedImages) =>
      createOrphanSweeper({
        objectStore,
        clock,
        log,
        prefix,
        findUnused: (account, keys) => find(database.knex, account, keys),
      })
    const mailer = createMailer({ database, smtpUrl: settings.SMTP_URL, from: settings.MAIL_FROM, log })
    return {
      routes: routes(context),
      components: [
        ...subscriptions(broker, context),
        mailer,
        sweeper('releases/', findUnusedImages),
        sweeper(documentPrefix, findUnusedDocuments),
        context.usage.component,
      ],
      checks: [objectStore.check],
      retention: releaseRules(settings),
      middleware: [showStrayLinks],
    }
  })
}
