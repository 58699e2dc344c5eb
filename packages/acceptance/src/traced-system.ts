import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually } from './eventually.ts'
import { createPartners, type Partners } from './partners.ts'
import { type RunningSystem, startSystem } from './running-system.ts'
import { onDemandRelease } from './trip.ts'
import { startReceiver, type WebhookReceiver } from './webhook-receiver.ts'

/** What was seen of one on-demand release under one trace id. */
export interface Way {
  link: string
  traceId: string
  /** `traceparent` of the webhook's POST. */
  webhook: string | undefined
  /** All spans, as they were written. */
  spans: string
}

export interface TracedSystem {
  system: RunningSystem
  partners: Partners
  receiver: WebhookReceiver
  /** Waits until the release is built. */
  built(link: string): Promise<void>
  /** Sends an on-demand release under a new trace id, and waits for its webhook and for spans of every service on the way. */
  followOnDemandRelease(library: string): Promise<Way>
  stop(): Promise<void>
}

/** The services that an on-demand release goes through. */
const stations = ['gateway', 'releases', 'geodata', 'builder', 'webhooks']

/** A system that writes down every span, with two partners and a receiver of the reseller's webhooks. */
export const startTracedSystem = async (form: 'source' | 'built'): Promise<TracedSystem> => {
  const folder = mkdtempSync(join(tmpdir(), 'guidebook-trace-'))
  const traceFile = join(folder, 'spans.jsonl')
  // The services append to it every few seconds; until then nothing is written.
  writeFileSync(traceFile, '')
  const env = { GUIDEBOOK_FORM: form, TRACE_FILE: traceFile, OTEL_TRACES_SAMPLER_ARG: '1' }
  // The demonstration that `start` runs shows the bundled services at all their work.
  const system = await startSystem(env, form === 'built' ? 'start' : 'up')
  const partners = await createPartners(system.describe())
  const receiver = await startReceiver(system.describe().webhookReceiver, partners.secret)
  const { operator, reseller } = partners

  const built = (link: string) =>
    eventually(`the build of ${link}`, 90_000, async () => {
      const path = `/content/release/${operator.id}/${link}`
      return (await operator.client.send<{ pdfAvailable: boolean }>('GET', path)).body.pdfAvailable
    })
  const spansOf = (traceId: string) => {
    const lines = readFileSync(traceFile, 'utf8').split('\n')
    const ours = lines.filter((line) => line.includes(traceId))
    return {
      spans: ours.join('\n'),
      services: new Set(ours.map((line) => /"service":"([a-z]+)"/.exec(line)?.[1] ?? '')),
    }
  }
  return {
    system,
    partners,
    receiver,
    built,
    async followOnDemandRelease(library) {
      const traceId = randomUUID().replaceAll('-', '')
      const response = await fetch(`${system.describe().baseUrl}/content/release/ondemand`, {
        method: 'POST',
        headers: {
          authorization: operator.key,
          'content-type': 'application/json',
          traceparent: `00-${traceId}-00f067aa0ba902b7-01`,
        },
        body: JSON.stringify(onDemandRelease(operator.oid, 1, library, reseller.oid)),
      })
      if (response.status !== 202) throw new Error(`on demand: ${response.status} ${await response.text()}`)
      const { link } = (await response.json()) as { link: string }
      await built(link)
      const arrived = () => receiver.received.find((webhook) => webhook.link === link)
      await eventually('the webhook', 30_000, () => arrived() !== undefined)
      await eventually('spans of every service on the way', 30_000, () =>
        stations.every((station) => spansOf(traceId).services.has(station)),
      )
      return { link, traceId, webhook: arrived()?.traceparent, spans: spansOf(traceId).spans }
    },
    async stop() {
      await receiver.stop()
      await system.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
