import { randomUUID } from 'node:crypto'
import { ImapFlow } from 'imapflow'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { importSettings } from '../../src/account/fixtures.ts'
import { eventually, untilNoneLeft } from '../../src/eventually.ts'
import { mailBookings } from '../../src/import-mail.ts'
import { isSoak } from '../../src/is-soak.ts'
import { type Killed, signalBuilder } from '../../src/kill.ts'
import { createPartner, type Partner, supportOf } from '../../src/partners.ts'
import { seededRandom } from '../../src/seeded-random.ts'
import { createContent } from '../../src/trip.ts'
import type { FaultBench, FaultPlan } from './faults.ts'

const kills = 50
/** The short form has one mail for each fault. Each row becomes a release, which is built: that is most of the work. */
const { mails, rowsOfMail, badEvery } = isSoak
  ? { mails: 100, rowsOfMail: 30, badEvery: 10 }
  : { mails: 3, rowsOfMail: 3, badEvery: 3 }
const targets = ['importer', 'releases', 'rabbitmq', 'postgres', 'dovecot'] as const
/** These rows have an invalid date. */
const isBad = (row: number): boolean => row % badEvery === 0
const goodRows = Array.from({ length: rowsOfMail }, (_, index) => index + 1).filter((row) => !isBad(row)).length

/** One process for each fault: every target once, then every target again. */
const planFaults = (seed: number): FaultPlan =>
  Array.from({ length: kills }, (_, n) => {
    const first = seededRandom(seed, `first ${Math.floor(n / targets.length)}`, targets.length)
    return [targets[(first + n) % targets.length] ?? targets[0]]
  })

/** Kills processes while lists arrive by mail. */
export const importFaults = ({ system, seed, faults: faultsOfTest }: FaultBench): void => {
  const faults = faultsOfTest(planFaults(seed))
  let operator: Partner
  let guidebook: string
  let earlierMails: string[]
  const sender = () => `bookings@${operator.id}.example`

  beforeAll(async () => {
    operator = await createPartner(system().describe(), 'operator', 'Alpine Walks')
    guidebook = await createContent(operator, randomUUID().slice(0, 8))
    const path = `/admin/accounts/${operator.id}/import`
    expect(await supportOf(system().describe()).send('PUT', path, importSettings(sender()))).toMatchObject({
      status: 200,
    })
    earlierMails = Object.keys(await foldersByMail())
    if (isSoak) signalBuilder(system().describe(), 'SIGSTOP')
  }, 900_000)
  afterAll(async () => {
    if (isSoak && guidebook) signalBuilder(system().describe(), 'SIGCONT')
  }, 900_000)

  const query = async <Row extends pg.QueryResultRow>(service: string, sql: string): Promise<Row[]> => {
    const client = new pg.Client({ connectionString: system().describe().databases[service] })
    client.on('error', () => {
      // The database may be killed during the query, which then fails too.
    })
    await client.connect()
    try {
      return (await client.query<Row>(sql)).rows
    } finally {
      await client.end()
    }
  }
  /** Counts rows; returns `whileUnavailable` when the database is down. */
  const count = async (service: string, sql: string, whileUnavailable: number): Promise<number> => {
    try {
      const [row] = await query<{ n: string }>(service, `SELECT count(*) AS n FROM ${sql}`)
      return Number(row?.n)
    } catch {
      return whileUnavailable
    }
  }
  /** Of this test: other tests have imported before. */
  const own = () => `(account IS NULL OR account = '${operator.id}')`
  const decided = () => count('importer', `rows WHERE status <> 'pending'`, 0)

  const codeOf = (mail: number, row: number) => 10_000 + mail * 1_000 + row
  const send = (mail: number): Promise<string> => {
    const rows = Array.from({ length: rowsOfMail }, (_, index) => {
      const arrival = isBad(index + 1) ? 'soon' : '2027-07-10'
      return `${codeOf(mail, index + 1)};${guidebook};de;${arrival};2027-07-17;2`
    })
    const csv = ['Booking;Tour;Language;Arrival;Departure;Persons', ...rows, ''].join('\r\n')
    return mailBookings(system().describe(), sender(), csv)
  }

  /** Kills processes when a random number of the new rows has been decided; `decidedBefore`: before the first of them was sent. */
  const killDuringImport = async (n: number, decidedBefore: number, newRows: number): Promise<Killed[]> => {
    const moment = decidedBefore + seededRandom(seed, `moment ${n}`, newRows)
    await eventually(`${moment} rows are decided`, 120_000, async () => (await decided()) >= moment)
    return await faults.next()
  }

  /** The folders that contain each mail, by its Message-ID. */
  const foldersByMail = async (): Promise<Record<string, string[]>> => {
    const url = new URL(system().describe().mail.imapUrl)
    const auth = { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) }
    const client = new ImapFlow({ host: url.hostname, port: Number(url.port), secure: false, auth, logger: false })
    await client.connect()
    const found: Record<string, string[]> = {}
    for (const { path } of await client.list()) {
      const { exists } = await client.mailboxOpen(path, { readOnly: true })
      if (exists === 0) continue
      for await (const { envelope } of client.fetch('1:*', { envelope: true })) {
        const id = envelope?.messageId ?? ''
        found[id] = [...(found[id] ?? []), path]
      }
    }
    await client.logout()
    return found
  }

  it(
    'importer, releases, broker, database and mail server are killed while lists arrive: each row becomes one release or one reported failure',
    async () => {
      const ids: string[] = []
      for (let n = 0; n < faults.plan.length; n++) {
        const until = Math.round((mails * (n + 1)) / faults.plan.length)
        const newMails = until - ids.length
        const decidedBefore = await decided()
        while (ids.length < until) ids.push(await send(ids.length))
        await killDuringImport(n, decidedBefore, newMails * rowsOfMail)
      }
      await untilNoneLeft('mails', 90_000, async () => {
        return ids.length - (await count('importer', `mails WHERE filed_to IS NOT NULL AND ${own()}`, 0))
      })

      const isNew = ([id]: [string, string[]]) => !earlierMails.includes(id)
      expect(
        Object.entries(await foldersByMail())
          .filter(isNew)
          .sort(),
      ).toEqual(ids.map((id) => [id, ['Processed']]).sort())
      const runs = await query(
        'importer',
        `SELECT state, created, changed, unchanged, failed, pending FROM runs WHERE ${own()}`,
      )
      const completed = {
        state: 'completed',
        created: goodRows,
        changed: 0,
        unchanged: 0,
        failed: rowsOfMail - goodRows,
        pending: 0,
      }
      expect(runs).toEqual(ids.map(() => completed))
      const codes = ids.flatMap((_, mail) =>
        Array.from({ length: rowsOfMail }, (_row, index) => index + 1)
          .filter((row) => !isBad(row))
          .map((row) => codeOf(mail, row)),
      )
      const made = await query<{ download_code: string }>(
        'releases',
        `SELECT download_code FROM releases WHERE account = '${operator.id}' ORDER BY 1`,
      )
      expect(made.map(({ download_code }) => Number(download_code))).toEqual(codes)
      const linked = await query<{ link: string; n: string }>(
        'importer',
        `SELECT link, count(*) AS n FROM rows WHERE link IS NOT NULL AND run IN (SELECT id FROM runs WHERE ${own()}) GROUP BY link`,
      )
      expect([linked.length, linked.filter(({ n }) => n !== '1')]).toEqual([codes.length, []])
      const answered = await query<{ id: string }>('importer', `SELECT content->>'inReplyTo' AS id FROM outgoing_mails`)
      expect(
        answered
          .map(({ id }) => id)
          .filter((id) => !earlierMails.includes(id))
          .sort(),
      ).toEqual(ids.toSorted())
      expect(await count('importer', 'unsettled_commands', Number.NaN)).toBe(0)
    },
    faults.plan.length * 300_000,
  )
}
