import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { connect } from 'amqplib'
import pg from 'pg'
import { mailBookings } from '../src/import-mail.ts'
import { createPartner, type Partner, supportOf } from '../src/partners.ts'
import type { Description } from '../src/running-system.ts'
import { createContent } from '../src/trip.ts'

const commandQueue = 'releases.release.create-requested.v1'

/** The progress of a run. Times are milliseconds since 1970; null: not yet. */
export interface RunProgress {
  id: string
  began: number
  recordedRow: number
  created: number
  readCompletely: boolean
  finished: number | null
}

export interface ImportAccount extends AsyncDisposable {
  partner: Partner
  guidebook: string
  /** A list of bookings with unused codes. */
  createList(rows: number): string
  /** Mails a list and waits until the importer reads it. Returns a function that returns the run's progress. */
  mail(csv: string): Promise<() => Promise<RunProgress>>
  /** Removes unfinished work, so that it does not disturb the next measurement. */
  clear(): Promise<void>
}

const header = 'Booking;Tour;Language;Arrival;Departure;Persons'

/** An operator whose booking system mails lists, and access to the importer's tables. */
export const openImportAccount = async (system: Description): Promise<ImportAccount> => {
  const partner = await createPartner(system, 'operator', 'Alpine Walks')
  const guidebook = await createContent(partner, randomUUID().slice(0, 8))
  const sender = `bookings@${partner.id}.example`
  const [downloadCode, guidebookId, language, arrivalDate, departureDate, devices] = header.split(';')
  const configuration = {
    senders: [sender],
    columns: { downloadCode, guidebookId, language, arrivalDate, departureDate, devices },
    period: { daysBeforeArrival: 14, daysAfterDeparture: 30 },
    onExistingCode: 'report',
  }
  const { status } = await supportOf(system).send('PUT', `/admin/accounts/${partner.id}/import`, configuration)
  if (status !== 200) throw new Error(`import configuration: ${status}`)
  const database = new pg.Client({ connectionString: system.databases.importer })
  await database.connect()
  let code = 3_000_000_000

  const newest = async (): Promise<(RunProgress & { read: boolean }) | undefined> => {
    const { rows } = await database.query(
      `SELECT r.id, extract(epoch FROM t.read_at)::float * 1000 AS began, r.recorded_row AS "recordedRow", r.created,
         r.read_completely AS "readCompletely", extract(epoch FROM r.finished_at)::float * 1000 AS finished,
         t.read_at >= r.created_at AS read
       FROM runs r JOIN account_turns t USING (account) WHERE account = $1 ORDER BY r.id DESC LIMIT 1`,
      [partner.id],
    )
    return rows[0]
  }
  return {
    partner,
    guidebook,
    createList: (rows) =>
      [header, ...Array.from({ length: rows }, () => `${++code};${guidebook};de;20270710;20270717;2`), ''].join('\n'),
    async mail(csv) {
      const before = (await newest())?.id
      await mailBookings(system, sender, csv)
      for (;;) {
        const run = await newest()
        if (run !== undefined && run.id !== before && run.read) break
        await delay(5)
      }
      return async () => (await newest()) as RunProgress
    },
    async clear() {
      const connection = await connect(system.amqpUrl)
      const channel = await connection.createChannel()
      const ended = `state = 'failed', finished_at = now()`
      await database.query(
        `UPDATE runs SET ${ended}, read_completely = true WHERE account = $1 AND state = 'processing'`,
        [partner.id],
      )
      await database.query(`UPDATE mails SET ${ended} WHERE account = $1 AND state = 'processing'`, [partner.id])
      await database.query('DELETE FROM unsettled_commands WHERE account = $1', [partner.id])
      await database.query('DELETE FROM rows WHERE run IN (SELECT id FROM runs WHERE account = $1)', [partner.id])
      while ((await database.query('SELECT FROM outbox LIMIT 1')).rowCount !== 0) await delay(50)
      await channel.purgeQueue(commandQueue)
      await connection.close()
      await database.query('VACUUM ANALYZE rows')
    },
    [Symbol.asyncDispose]: () => database.end(),
  }
}
