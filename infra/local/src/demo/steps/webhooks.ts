import { readFileSync } from 'node:fs'
import { type ReceivedDelivery, type Receiver, startReceiver } from '@guidebook/cli/receiver'
import { Webhook } from 'standardwebhooks'
import { type DemoContext, type DemoSystem, expectThat } from '../context.ts'
import type { Releases } from './releases.ts'

export const webhookUrl = ({ webhookReceiver: { host = '127.0.0.1', port } }: DemoSystem) =>
  `https://${host}:${port}/release-shared`

interface Reseller extends Receiver {
  received: ReceivedDelivery[]
}

/** A reseller's HTTPS endpoint, which verifies each signature. */
export async function startWebhookReceiver({ webhookReceiver }: DemoSystem, secret: string): Promise<Reseller> {
  const { host, port, certificate, key } = webhookReceiver
  const received: ReceivedDelivery[] = []
  const receiver = await startReceiver({
    host,
    port,
    tls: { cert: readFileSync(certificate), key: readFileSync(key) },
    verifier: new Webhook(secret),
    answer: 204,
    onDelivery: (delivery) => received.push(delivery) > 0,
    onFault: () => undefined,
  })
  return { ...receiver, received }
}

/** Longer than the first two delays of the schedule, because a restart may have failed the first attempt. */
const deadlineMs = 30_000

const idsOf = ({ received }: Reseller, link: string) =>
  new Set(received.filter(({ record }) => record?.link === link).map(({ webhookId }) => webhookId))

export async function awaitWebhooks(context: DemoContext, receiver: Reseller, { shared, onDemand }: Releases) {
  const { step, waitUntil } = context
  await step("the reseller's webhook arrived for both shared releases, signed", async () => {
    for (const { link } of [shared, onDemand]) {
      await waitUntil(`the webhook of ${link}`, deadlineMs, async () => idsOf(receiver, link).size > 0 || undefined)
    }
    const refused = receiver.received.find(({ genuine }) => !genuine)
    expectThat(refused === undefined, `its signature is invalid: ${refused?.reason}`)
  })
}

/** Runs last, when a duplicate would have arrived. A repeated attempt has the same id and is not a duplicate. */
export async function checkWebhooksOnce({ step }: DemoContext, receiver: Reseller, releases: Releases): Promise<void> {
  await step('each arrived once, and none for the plain release', async () => {
    for (const { link } of [releases.shared, releases.onDemand]) {
      const { size } = idsOf(receiver, link)
      expectThat(size === 1, `${size} different webhooks for ${link}`)
    }
    expectThat(idsOf(receiver, releases.plain.link).size === 0, 'the reseller received a webhook for the plain release')
  })
}
