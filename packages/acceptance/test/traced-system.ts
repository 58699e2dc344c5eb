import { randomUUID } from 'node:crypto'
import type { CollectedSpan } from '@guidebook/service-kit/test/collector'
import { eventually } from '../src/eventually.ts'
import { createPartners, type Partners } from '../src/partners.ts'
import type { SystemHandle } from '../src/running-system.ts'
import { collectedExports } from '../src/shared-system.ts'
import { onDemandRelease } from '../src/trip.ts'
import { startReceiver, type WebhookReceiver } from '../src/webhook-receiver.ts'

/** The trace of one on-demand release. */
export interface ReleaseTrace {
  link: string
  traceId: string
  /** `traceparent` of the webhook's POST. */
  webhook: string | undefined
  /** The services of the spans from the request at the gateway to the webhook's POST. */
  path: string[]
  /** Everything that was exported so far, as text. */
  exported: string
}

export interface TracedSystem {
  partners: Partners
  receiver: WebhookReceiver
  /** Waits until the release is built. */
  waitUntilBuilt(link: string): Promise<void>
  /** Sends an on-demand release with a new trace id, and waits for its webhook and for the spans of every involved service. */
  traceOnDemandRelease(library: string): Promise<ReleaseTrace>
}

const readExports = async (): Promise<{ spans: CollectedSpan[]; received: string }> =>
  JSON.parse(await collectedExports())

/** The services that process an on-demand release. */
const involved = ['gateway', 'releases', 'geodata', 'builder', 'webhooks']
/** The span id in the client's `traceparent`. */
const clientSpan = '00f067aa0ba902b7'

/** Two partners of a system that exports the spans of requests with a sampled `traceparent`, and a receiver of the reseller's webhooks. */
export const startTraced = async (system: SystemHandle): Promise<TracedSystem> => {
  const partners = await createPartners(system.describe())
  const receiver = await startReceiver(system.describe().webhookReceiver, partners.secret)
  const { operator, reseller } = partners

  const waitUntilBuilt = (link: string) =>
    eventually(`the build of ${link}`, 90_000, async () => {
      const path = `/content/release/${operator.id}/${link}`
      return (await operator.client.send<{ pdfAvailable: boolean }>('GET', path)).body.pdfAvailable
    })
  const spansOf = async (traceId: string) => (await readExports()).spans.filter((span) => span.traceId === traceId)
  return {
    partners,
    receiver,
    waitUntilBuilt,
    async traceOnDemandRelease(library) {
      const traceId = randomUUID().replaceAll('-', '')
      const response = await fetch(`${system.describe().baseUrl}/content/release/ondemand`, {
        method: 'POST',
        headers: {
          authorization: operator.key,
          'content-type': 'application/json',
          traceparent: `00-${traceId}-${clientSpan}-01`,
        },
        body: JSON.stringify(onDemandRelease(operator.oid, 1, library, reseller.oid)),
      })
      if (response.status !== 202) throw new Error(`on demand: ${response.status} ${await response.text()}`)
      const { link } = (await response.json()) as { link: string }
      await waitUntilBuilt(link)
      const arrived = () => receiver.received.find((webhook) => webhook.link === link)
      await eventually('the webhook', 60_000, () => arrived() !== undefined)
      await eventually('spans of every involved service', 60_000, async () => {
        const spans = await spansOf(traceId)
        return involved.every((name) => spans.some(({ service }) => service === name))
      })
      const webhook = arrived()?.traceparent
      let path: string[] | null = null
      await eventually('the spans between the request and the webhook', 60_000, async () => {
        path = pathTo(webhook?.slice(36, 52), await spansOf(traceId))
        return path !== null
      })
      return { link, traceId, webhook, path: path ?? [], exported: (await readExports()).received }
    },
  }
}

/** The services from the client's span to the given one, without consecutive repeats; null while a span between them is missing. */
function pathTo(spanId: string | undefined, spans: readonly CollectedSpan[]): string[] | null {
  const services: string[] = []
  let next = spanId
  while (next !== clientSpan) {
    const span = spans.find((one) => one.spanId === next)
    if (span === undefined) return null
    if (services[0] !== span.service) services.unshift(String(span.service))
    next = span.parentSpanId
  }
  return services
}
