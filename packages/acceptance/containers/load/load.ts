import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { ReleaseRecord } from '@guidebook/contracts'
import { importSettings } from '../../src/account/fixtures.ts'
import { mailBookings } from '../../src/import-mail.ts'
import { connect, createPartner, type Partner, setWebhook, supportOf } from '../../src/partners.ts'
import type { Description } from '../../src/running-system.ts'
import { createContent, day, onDemandRelease, plainRelease } from '../../src/trip.ts'
import { startLedger, type WebhookLedger } from '../../src/webhook-ledger.ts'
import { noRequests, type Requests, type Send, sender } from './request.ts'

/** The acknowledged releases, and the rows that were sent by mail. */
export interface Acknowledged {
  releases: ReleaseRecord[]
  /** Download codes of rows that were mailed; none has an error. */
  rows: number[]
}

export interface Load {
  operator: Partner
  reseller: Partner
  ledger: WebhookLedger
  requests: Requests
  acknowledged: Acknowledged
  send: Send
  /** Ends the load: running requests finish. */
  stop(): Promise<void>
}

interface Bench {
  description: Description
  operator: Partner
  reseller: Partner
  /** The custom ID of the guidebook's library is `LIB-<suffix>`. */
  suffix: string
  guidebook: string
  send: Send
  acknowledged: Acknowledged
}

/** Milliseconds between two requests of one kind: two processors build what is created, beside two replicas of everything. */
const paceMs = { create: 2_500, onDemand: 8_000, read: 500, tripLink: 700, csv: 20_000 }
const rowsOfMail = 3

/** The kinds of requests. Each sends one and records what was acknowledged. */
const kinds: Record<keyof typeof paceMs, (bench: Bench, n: number) => Promise<unknown>> = {
  create: ({ operator, reseller, guidebook, send, acknowledged }, n) =>
    create(
      send,
      operator,
      '/content/release',
      plainRelease(operator.id, guidebook, 100_000 + n, reseller.oid),
      acknowledged,
    ),
  onDemand: ({ operator, reseller, suffix, send, acknowledged }, n) => {
    const request = onDemandRelease(operator.oid, 500_000 + n, `LIB-${suffix}`, reseller.oid)
    // Its files can be downloaded from today on.
    const body = { ...request, publish: { ...request.publish, startDate: day(0) } }
    return create(send, operator, '/content/release/ondemand', body, acknowledged)
  },
  read: ({ operator, send }) => expectStatus(send('GET', `/content/release/${operator.id}?limit=10`, operator), 200),
  tripLink: async ({ send, acknowledged: { releases } }, n) => {
    const release = releases[n % Math.max(releases.length, 1)]
    // A link whose files are being built has a page, too.
    if (release) await expectStatus(send('GET', `/t/${release.link}`), 200)
  },
  csv: async ({ description, operator, guidebook, acknowledged }, n) => {
    const codes = Array.from({ length: rowsOfMail }, (_, row) => 900_000 + n * rowsOfMail + row)
    const rows = codes.map((code) => `${code};${guidebook};de;${day(1)};${day(3)};2`)
    const csv = ['Booking;Tour;Language;Arrival;Departure;Persons', ...rows, ''].join('\r\n')
    await mailBookings(description, senderOf(operator), csv)
    acknowledged.rows.push(...codes)
  },
}

const senderOf = ({ id }: Partner) => `bookings@${id}.example`

async function expectStatus(response: ReturnType<Send>, ...statuses: number[]) {
  const { status, bytes } = await response
  if (!statuses.includes(status)) throw new Error(`status ${status}: ${bytes.toString().slice(0, 300)}`)
  return bytes
}

async function create(send: Send, { key }: Partner, path: string, body: unknown, { releases }: Acknowledged) {
  const bytes = await expectStatus(send('POST', path, { key, body }), 201, 202)
  releases.push(JSON.parse(bytes.toString()))
}

/** Two connected accounts with content, an import and a webhook. */
async function prepare(description: Description, requests: Requests): Promise<Bench & { secret: string }> {
  const operator = await createPartner(description, 'operator', 'Alpine Walks')
  const reseller = await createPartner(description, 'reseller', 'Travel Shop')
  await connect(description, operator, reseller)
  const secret = await setWebhook(description, reseller)
  const path = `/admin/accounts/${operator.id}/import`
  const { status, body } = await supportOf(description).send('PUT', path, importSettings(senderOf(operator)))
  if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`)
  const suffix = randomUUID().slice(0, 8)
  const guidebook = await createContent(operator, suffix)
  const acknowledged: Acknowledged = { releases: [], rows: [] }
  const send = sender(description.baseUrl, requests)
  return { description, operator, reseller, suffix, guidebook, send, acknowledged, secret }
}

/** Uses the system like partners and travellers until it is stopped. Stop it, then stop its ledger. */
export async function startLoad(description: Description): Promise<Load> {
  const requests = noRequests()
  const { secret, ...bench } = await prepare(description, requests)
  const ledger = await startLedger(description.webhookReceiver, new Map([[bench.reseller.id, secret]]), 1)
  const stopping = new AbortController()
  const loops = Object.entries(kinds).map(async ([kind, sendOne]) => {
    for (let n = 0; !stopping.signal.aborted; n++) {
      await sendOne(bench, n)
      await delay(paceMs[kind as keyof typeof paceMs], undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  })
  const done = Promise.all(loops)
  // An error is thrown when the load is stopped.
  done.catch(() => stopping.abort())
  const { operator, reseller, send, acknowledged } = bench
  return {
    operator,
    reseller,
    ledger,
    requests,
    acknowledged,
    send,
    async stop() {
      stopping.abort()
      await done
    },
  }
}
