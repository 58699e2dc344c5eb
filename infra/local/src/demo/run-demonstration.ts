import type { Report } from '../report.ts'
import { type Demonstration, writeDemonstration } from '../state/description.ts'
import { createContext, type DemoSystem } from './context.ts'
import type { DataSet } from './data/data-set.ts'
import { prepareAccounts } from './steps/accounts.ts'
import { sendBookingFile } from './steps/booking-file.ts'
import { fillLibraries } from './steps/content.ts'
import { createReleases } from './steps/releases.ts'
import { checkTripLinks } from './steps/trip-links.ts'
import { awaitWebhooks, checkWebhooksOnce } from './steps/webhooks.ts'

interface DemonstrationOptions {
  system: DemoSystem
  data: DataSet
  /** The data folder of the system, which stores the results. */
  folder: string
  report: Report
  /** Ends the demonstration, which rejects with its reason. */
  signal?: AbortSignal
}

/**
 * Runs the demonstration from end to end against a running system. Checks and times every step, and stops at the first that fails. It can
 * run any number of times: each run creates new libraries, codes and releases in the same two accounts.
 */
export async function runDemonstration(options: DemonstrationOptions): Promise<Demonstration> {
  const { system, data, folder, report, signal } = options
  const startedAt = performance.now()
  report('the demonstration, step by step')
  const context = createContext(system, data, report, signal)
  const { receiver, ...accounts } = await prepareAccounts(context)
  try {
    const libraries = await fillLibraries(context, accounts)
    const releases = await createReleases(context, accounts, libraries)
    await checkTripLinks(context, releases)
    await awaitWebhooks(context, receiver, releases)
    await sendBookingFile(context, accounts, libraries)
    await checkWebhooksOnce(context, receiver, releases)
    const demonstration = {
      ranAt: new Date().toISOString(),
      accounts: [accounts.operator, accounts.reseller],
      links: [
        { title: 'plain', url: releases.plain.url },
        { title: 'for the reseller', url: releases.shared.url },
        { title: 'on demand', url: releases.onDemand.url },
      ],
    }
    writeDemonstration(folder, demonstration)
    report(`  all steps passed in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
    return demonstration
  } finally {
    receiver.close()
  }
}
