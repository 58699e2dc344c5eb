import { expectThat } from '../checklist.ts'
import type { DemoContext } from '../context.ts'
import { waitUntil } from '../wait-until.ts'
import type { Release, Releases } from './releases.ts'

/** Longer than the first two delays of the schedule, because a restart may have failed the first attempt. */
const deadlineMs = 30_000

const sharedOf = ({ shared, onDemand }: Releases): Release[] => [shared, onDemand]

export async function awaitWebhooks({ list, receiver }: DemoContext, releases: Releases): Promise<void> {
  await list.step("the reseller's webhook arrived for both shared releases, signed", async () => {
    for (const { link } of sharedOf(releases)) {
      const hook = await waitUntil(`the webhook of ${link}`, deadlineMs, async () =>
        receiver.received.find((one) => one.link === link),
      )
      expectThat(hook.error === undefined, `its signature is invalid: ${hook.error}`)
    }
  })
}

/** Runs last, when a duplicate would have arrived. A repeated attempt has the same id and is not a duplicate. */
export async function checkWebhooksOnce({ list, receiver }: DemoContext, releases: Releases): Promise<void> {
  await list.step('each arrived once, and none for the plain release', async () => {
    for (const { link } of sharedOf(releases)) {
      const ids = new Set(receiver.received.filter((one) => one.link === link).map(({ webhookId }) => webhookId))
      expectThat(ids.size === 1, `${ids.size} different webhooks for ${link}`)
    }
    expectThat(
      !receiver.received.some(({ link }) => link === releases.plain.link),
      'the reseller received a webhook for the plain release',
    )
  })
}
