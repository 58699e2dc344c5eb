import { createMailer, type Overrides, openObjectStore, type RunningService, startParts } from '@guidebook/service-kit'
import { reports } from './builds/reports.ts'
import type { ReleasesConfig } from './config.ts'
import type { Context } from './context.ts'
import { createImageSweeper } from './on-demand/image-sweeper.ts'
import { guidebooks } from './release/find-guidebook.ts'
import { releaseNumbers } from './release/release-numbers.ts'
import { releases } from './release/releases.ts'
import { routes } from './routes.ts'
import { migrateCommand, migrations, schema } from './schema.ts'
import { subscriptions } from './subscriptions.ts'
import { pageCache } from './trip-link/page-cache.ts'
import { publications } from './trip-link/publications.ts'
import { showStrayLinks } from './trip-link/stray-link.ts'
import { usage } from './usage/usage.ts'

/** Starts releases: database, schema, broker, mails, HTTP; stops them in reverse. */
export function startService({ settings, map }: ReleasesConfig, overrides: Overrides = {}): Promise<RunningService> {
  const description = { service: 'releases', schema, migrations, migrateCommand } as const
  return startParts(description, settings, overrides, async (parts) => {
    const { database, accounts, clock, log, broker } = parts
    const geodata = parts.client('geodata')
    const objectStore = await openObjectStore(settings.OBJECT_STORE_URL)
    const context: Context = {
      database,
      accounts,
      geodata,
      guidebooks: guidebooks(geodata),
      objectStore,
      releases: releases(database),
      numbers: releaseNumbers(database, clock),
      reports: reports(database),
      publications: publications(objectStore),
      pages: pageCache(),
      usage: usage({ database, clock, log }),
      clock,
      publicUrl: settings.PUBLIC_URL,
      map,
      log,
    }
    const imageSweeper = createImageSweeper({ database, objectStore, log, now: () => clock.now() })
    const mailer = createMailer({ database, smtpUrl: settings.SMTP_URL, from: settings.MAIL_FROM, log })
    return {
      routes: routes(context),
      components: [...subscriptions(broker, context), mailer, imageSweeper, context.usage.component],
      checks: [objectStore.check],
      middleware: [showStrayLinks],
    }
  })
}
