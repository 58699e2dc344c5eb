/** Backs up the system while it works, destroys it, restores the backup, and compares what it had acknowledged with what is there. */
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { ReleaseRecord } from '@guidebook/contracts'
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importSettings } from '../src/account/fixtures.ts'
import { eventually, untilNoneLeft } from '../src/eventually.ts'
import { mailBookings } from '../src/import-mail.ts'
import { isSoak } from '../src/is-soak.ts'
import { signalProcesses } from '../src/kill.ts'
import { listReleases } from '../src/list-releases.ts'
import { createPartners, type Partners, supportOf } from '../src/partners.ts'
import { noLimits, type RunningSystem, startSystem } from '../src/running-system.ts'
import { createContent, day, onDemandRelease, plainRelease } from '../src/trip.ts'
import { linkOf, startLedger, type WebhookLedger } from '../src/webhook-ledger.ts'
import { backUp, replayAll } from './backup/backup.ts'
import { moveBackToInbox } from './backup/mailbox.ts'

/** Releases acknowledged before the backup begins; then, while nothing is built or delivered; then during and after the backup. */
const [settled, inTheBroker, afterwards] = [20, 20, 8]
const rowsOfMail = 20

interface Acknowledged {
  link: string
  downloadCode: number
  at: number
}

let system: RunningSystem
let partners: Partners
let guidebook: string
let ledger: WebhookLedger | undefined
const suffix = randomUUID().slice(0, 8)
const secrets = new Map<string, string>()
const sender = () => `bookings@${partners.operator.id}.example`

const query = async <Row extends pg.QueryResultRow>(service: string, sql: string): Promise<Row[]> => {
  const client = new pg.Client({ connectionString: system.describe().databases[service] })
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
  }
}

/** Creates releases until stopped, every fourth on demand. */
const startCreating = () => {
  const { operator, reseller } = partners
  const accepted: Acknowledged[] = []
  let isRunning = true
  const create = (n: number) => {
    if (n % 4 !== 0) {
      return operator.client.send<ReleaseRecord>(
        'POST',
        '/content/release',
        plainRelease(operator.id, guidebook, 100_000 + n, reseller.oid),
      )
    }
    const request = onDemandRelease(operator.oid, 100_000 + n, `LIB-${suffix}`, reseller.oid)
    const publish = { ...request.publish, startDate: day(0) }
    return operator.client.send<ReleaseRecord>('POST', '/content/release/ondemand', { ...request, publish })
  }
  const done = (async () => {
    for (let n = 1; isRunning; n++) {
      const { status, body } = await create(n)
      expect(status, JSON.stringify(body)).toBeOneOf([201, 202])
      accepted.push({ link: body.link, downloadCode: body.downloadCode, at: Date.now() })
      await delay(100)
    }
  })()
  return {
    accepted,
    /** Waits for so many more. */
    more: (count: number) => {
      const goal = accepted.length + count
      return eventually(`${goal} releases`, 300_000, () => accepted.length >= goal)
    },
    stop: async () => {
      isRunning = false
      await done
    },
  }
}

const mailRows = async (first: number) => {
  const rows = Array.from({ length: rowsOfMail }, (_, n) => `${first + n};${guidebook};de;${day(5)};${day(7)};2`)
  const csv = ['Booking;Tour;Language;Arrival;Departure;Persons', ...rows, ''].join('\r\n')
  return await mailBookings(system.describe(), sender(), csv)
}

const releases = async () =>
  (await listReleases(partners.operator)).toSorted((one, other) => one.downloadCode - other.downloadCode)

const newLedger = () => startLedger(system.describe().webhookReceiver, secrets, fc.readConfigureGlobal().seed ?? 0)

/** The links that the reseller has acknowledged. */
const acknowledgedLinks = () =>
  new Set(ledger?.postedTo([partners.reseller.id]).flatMap((post) => (post.status === 204 ? [linkOf(post)] : [])))

const statusOf = async (path: string) => (await fetch(`${system.describe().baseUrl}${path}`)).status

/** It starts a system twice, which takes too long for `npm test`. */
describe.runIf(isSoak)('a drill', () => {
  beforeAll(async () => {
    system = await startSystem({ ...noLimits, WEBHOOK_TIMEOUT: '3s' })
    const description = system.describe()
    ledger = await newLedger()
    partners = await createPartners(description)
    secrets.set(partners.reseller.id, partners.secret)
    guidebook = await createContent(partners.operator, suffix)
    await supportOf(description).send('PUT', `/admin/accounts/${partners.operator.id}/import`, importSettings(sender()))
  }, 600_000)
  afterAll(async () => {
    await ledger?.stop()
    await system?.stop()
  }, 120_000)

  it('every release acknowledged before a backup is there after the restore, once, with its link, guidebook and webhook', async () => {
    const creating = startCreating()
    await creating.more(settled)
    await mailRows(200_000)
    await eventually(
      'the mail is stored',
      300_000,
      async () => (await query('importer', 'SELECT 1 FROM mails')).length > 0,
    )
    // From here on the broker holds what the builder and webhooks have not received.
    const held = ['builder', 'webhooks']
    signalProcesses(system.describe(), held, 'SIGSTOP')
    await creating.more(inTheBroker)

    await using backup = await backUp(system)
    signalProcesses(system.describe(), held, 'SIGCONT')
    const lateMail = await mailRows(300_000)
    await creating.more(afterwards)
    await creating.stop()
    const late = `SELECT 1 FROM mails WHERE message_id = '${lateMail}' AND filed_to = 'Processed'`
    await eventually(
      'the mail after the backup is filed',
      300_000,
      async () => (await query('importer', late)).length === 1,
    )

    const destroyedAt = Date.now()
    const acknowledgedBefore = acknowledgedLinks()
    // A system starts on its former ports only if all of them are free, and one of them is the receiver's.
    await ledger?.stop()
    ledger = undefined
    await system.restart(() => backup.restoreInto(system))
    ledger = await newLedger()
    const before = creating.accepted.filter(({ at }) => at < backup.began)
    const known = new Set((await query<{ link: string }>('builder', 'SELECT link FROM builds')).map(({ link }) => link))
    const withoutRequest = before.filter(({ link }) => !known.has(link)).length
    const replayed = await replayAll(system)
    await moveBackToInbox(system.describe(), lateMail)

    await untilNoneLeft('releases to build', 300_000, async () => {
      return (await releases()).filter(({ pdfAvailable }) => !pdfAvailable).length
    })
    await untilNoneLeft(
      'mails',
      300_000,
      async () => (await query('importer', 'SELECT 1 FROM mails WHERE filed_to IS NULL')).length,
    )
    await untilNoneLeft(
      'webhooks',
      300_000,
      async () => (await query('webhooks', `SELECT 1 FROM deliveries WHERE state = 'pending'`)).length,
    )
    const restoredMs = Date.now() - destroyedAt

    const restored = await releases()
    const codes = restored.map(({ downloadCode }) => downloadCode)
    const links = new Set(restored.map(({ link }) => link))
    const lost = before.filter(({ link }) => !links.has(link))
    const doubled = codes.filter((code, index) => code === codes[index - 1])
    const deliveries = await query<{ release: string }>(
      'webhooks',
      `SELECT release FROM deliveries WHERE state = 'delivered'`,
    )
    const deliveredAgain = new Set(deliveries.map(({ release }) => release))
    const acknowledged = new Set([...acknowledgedBefore, ...acknowledgedLinks()])
    const unsettled = before.filter(({ link }) => !acknowledged.has(link) || !deliveredAgain.has(link))
    console.log({
      acknowledged: before.length,
      restored: before.length - lost.length,
      lost: lost.length,
      doubled: doubled.length,
      withoutWebhook: unsettled.length,
      acknowledgedLater: creating.accepted.length - before.length,
      ofThoseRestored: creating.accepted.filter(({ at, link }) => at >= backup.began && links.has(link)).length,
      messagesSentAgain: replayed,
      buildRequestsOnlyInTheBroker: withoutRequest,
      backupSeconds: (backup.ended - backup.began) / 1_000,
      secondsFromLossToDone: restoredMs / 1_000,
    })
    expect({ lost, doubled, unsettled }).toEqual({ lost: [], doubled: [], unsettled: [] })
    expect(before.length).toBeGreaterThanOrEqual(settled + inTheBroker)
    // The drill would show nothing if the broker had held nothing.
    expect(withoutRequest).toBeGreaterThan(0)
    for (const { link } of before) {
      expect(await statusOf(`/t/${link}`)).toBe(200)
      expect(await statusOf(`/t/${link}/roadbook.pdf`)).toBe(200)
    }
    const imported = [200_000, 300_000].flatMap((first) => Array.from({ length: rowsOfMail }, (_, n) => first + n))
    expect(codes.filter((code) => code >= 200_000)).toEqual(imported)
    expect(await query('importer', `SELECT status, count(*)::int AS n FROM rows GROUP BY status`)).toEqual([
      { status: 'created', n: 2 * rowsOfMail },
    ])
    expect((await system.run('doctor')).output).toContain('nothing is wrong')
  }, 1_800_000)
})
