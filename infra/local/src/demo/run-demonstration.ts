import type { Say } from '../say.ts'
import { type Demonstration, type Description, writeDemonstration } from '../state/description.ts'
import { checklist } from './checklist.ts'
import { createContext } from './context.ts'
import type { DataSet } from './data/data-set.ts'
import { prepareAccounts } from './steps/accounts.ts'
import { sendBookingFile } from './steps/booking-file.ts'
import { fillLibraries } from './steps/content.ts'
import { createReleases } from './steps/releases.ts'
import { checkTripLinks } from './steps/trip-links.ts'
import { awaitWebhooks, checkWebhooksOnce } from './steps/webhooks.ts'
import { startWebhookReceiver } from './webhook-receiver.ts'

export interface DemonstrationOptions {
  system: Description
  data: DataSet
  /** Where the system keeps what is to be remembered of it. */
  folder: string
  tell: Say
}

/**
 * The main job from end to end against a running system, every step checked and timed. Ends at the first that does not hold.
 * It may run any number of times: each run has libraries, codes and releases of its own, in the same two accounts.
 */
export async function runDemonstration({ system, data, folder, tell }: DemonstrationOptions): Promise<Demonstration> {
  const began = performance.now()
  tell('the main job, step by step')
  const receiver = await startWebhookReceiver(system.webhookReceiver)
  try {
    const context = createContext({ system, data, list: checklist(tell), receiver })
    const accounts = await prepareAccounts(context)
    const libraries = await fillLibraries(context, accounts)
    const releases = await createReleases(context, accounts, libraries)
    await checkTripLinks(context, releases)
    await awaitWebhooks(context, releases)
    await sendBookingFile(context, accounts, libraries)
    await checkWebhooksOnce(context, releases)
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
    tell(`  every step held, ${((performance.now() - began) / 1000).toFixed(1)} s in all`)
    return demonstration
  } finally {
    await receiver.stop()
  }
}
