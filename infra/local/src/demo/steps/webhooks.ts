import { expectThat } from '../checklist.ts'
import type { DemoContext } from '../context.ts'
import { waitUntil } from '../wait-until.ts'
import type { Release, Releases } from './releases.ts'

/** Longer than the first two delays of the schedule: a first attempt may have met a restart. */
const deadlineMs = 30_000

const sharedOf = ({ shared, onDemand }: Releases): Release[] => [shared, onDemand]

export async function awaitWebhooks({ list, receiver }: DemoContext, releases: Releases): Promise<void> {
  await list.step("the reseller's webhook arrived for both shared releases, signed", async () => {
    for (const { link } of sharedOf(releases)) {
      const hook = await waitUntil(`the webhook of ${link}`, deadlineMs, async () =>
        receiver.received.find((one) => one.link === link),
      )
      expectThat(hook.fault === undefined, `its signature is wrong: ${hook.fault}`)
    }
  })
}

/** At the end, when a second one would long have come: an attempt repeated for want of an answer has the same id and is no second one. */
export async function checkWebhooksOnce({ list, receiver }: DemoContext, releases: Releases): Promise<void> {
  await list.step('and once for each, none for the plain release', async () => {
    for (const { link } of sharedOf(releases)) {
      const ids = new Set(receiver.received.filter((one) => one.link === link).map(({ webhookId }) => webhookId))
      expectThat(ids.size === 1, `${ids.size} different webhooks for ${link}`)
    }
    expectThat(
      !receiver.received.some(({ link }) => link === releases.plain.link),
      'the plain release was told to the reseller',
    )
  })
}
