import { randomUUID } from 'node:crypto'
import { eventually } from '@guidebook/service-kit/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { booking, bookings } from './list.ts'
import { type MailboxFixture, mailboxFixture } from './mailbox-fixture.ts'
import { type PlayedReleases, playReleases } from './play-releases.ts'
import type { Trap } from './trap-proxy.ts'

const commit = /COMMIT/
/**
 * Every moment at which progress with a list is stored, from the fetched mail to the report. Prepared statements are recognised by their name,
 * because a connection carries their text only once.
 */
const points = {
  'a mail has been read': { command: /update "mails" set "message_id"/, when: 'before' },
  'its files are about to be committed': { command: commit, when: 'before', after: /insert into "runs"/ },
  'its files have been committed': { command: commit, when: 'answered', after: /insert into "runs"/ },
  'a file has been opened': { command: /update "runs" set "dialect"/, when: 'before' },
  'the first rows are about to be recorded': { command: /with going as/, when: 'before' },
  'the first rows have been recorded': { command: /with going as/, when: 'answered' },
  'more rows are about to be recorded': { command: /with going as[\s\S]*\{"?501"?[,}]/, when: 'before' },
  'more rows have been recorded': { command: /with going as[\s\S]*\{"?501"?[,}]/, when: 'answered' },
  'the end of the file is about to be recorded': { command: /update "runs" set "read_completely"/, when: 'before' },
  'the end of the file has been recorded': { command: /update "runs" set "read_completely"/, when: 'answered' },
  'commands are about to be committed': { command: commit, when: 'before', after: /insert into unsettled_commands/ },
  'commands have been committed': { command: commit, when: 'answered', after: /insert into unsettled_commands/ },
  'sent commands are about to be removed': { command: /kit\/outbox-sent/, when: 'before' },
  'sent commands have been removed': { command: commit, when: 'answered', after: /kit\/outbox-sent/ },
  'outcomes are about to be committed': { command: commit, when: 'before', after: /update rows r set status/ },
  'outcomes have been committed': { command: commit, when: 'answered', after: /update rows r set status/ },
  'the report is about to be committed': { command: commit, when: 'before', after: /insert into "outgoing_mails"/ },
  'the report has been committed': { command: commit, when: 'answered', after: /insert into "outgoing_mails"/ },
} satisfies Record<string, Trap>
type Point = keyof typeof points

const isSoak = process.env.SOAK !== undefined
const rounds = isSoak ? 10 : 1
/** In the short form a process is killed only while it reads a file and sends commands for the rows that it has read. */
const killed: readonly Point[] = isSoak ? (Object.keys(points) as Point[]) : ['more rows are about to be recorded']
/** In the short form the connection breaks only after something is stored and before the importer learns it. */
const broken = (Object.keys(points) as Point[]).filter((point) => isSoak || points[point].when === 'answered')

let fixture: MailboxFixture
let releases: PlayedReleases
beforeAll(async () => {
  fixture = await mailboxFixture()
  releases = await playReleases(fixture.bus)
})
afterAll(() => fixture?.[Symbol.asyncDispose]())

/** More than one batch where a later one is tested. The last row is wrong. */
const linesFor = (point: Point) => [...bookings(point.startsWith('more rows') ? 505 : 5), booking({ arrival: 'soon' })]

/** Ends the leases of the killed process now. How long they last is not tested here. */
const endLeases = async () => {
  await fixture.database.knex('mails').update({ leased_until: null })
  await fixture.database.knex('account_turns').update({ reader: null, leased_until: null })
}

/** Sends a list, calls `happen` at the point, and checks that each row is applied once. Returns the result of `happen`. */
const survive = async <T>(point: Point, happen: () => Promise<T>, spring?: () => void): Promise<T> => {
  let isSprung = false
  const sprung = fixture.databaseProxy.set(points[point], spring).then(() => {
    isSprung = true
  })
  const lines = linesFor(point)
  const messageId = randomUUID()
  await fixture.imap.append('INBOX', fixture.bookings(messageId, lines))
  const answeredUntil = (look: () => boolean | Promise<boolean>) =>
    eventually(
      async () => {
        await releases.answer()
        return await look()
      },
      { timeoutMs: 30_000 },
    )
  await answeredUntil(() => isSprung)
  await sprung
  const happened = await happen()

  const id = `<${messageId}@operator.example>`
  const mailOf = () => fixture.database.knex('mails').where({ message_id: id })
  await answeredUntil(async () => (await mailOf().whereNotNull('filed_to')).length > 0)
  await fixture.filed(new Map([[id, 'Processed']]))
  const codes = lines.slice(0, -1).map((line) => Number(line.split(';')[0]))
  expect(codes.map((code) => releases.made.get(code)?.size)).toEqual(codes.map(() => 1))
  const [mail] = await mailOf()
  const [run] = await fixture.database.knex('runs').where({ mail: mail.id })
  expect(run).toMatchObject({ state: 'completed', created: codes.length, failed: 1, pending: 0, changed: 0 })
  const rows = await fixture.database.knex('rows').where({ run: run.id }).orderBy('row').select('row', 'status')
  expect(rows).toEqual(
    lines.map((_, index) => ({ row: index + 1, status: index < codes.length ? 'created' : 'failed' })),
  )
  const reports = await fixture.database.knex('outgoing_mails').whereRaw(`content->>'inReplyTo' = ?`, [id])
  expect(reports).toHaveLength(1)
  expect(await fixture.database.knex('unsettled_commands')).toEqual([])
  return happened
}

it('no row is lost or applied twice when the process is killed', {
  timeout: 60_000 * killed.length * rounds,
}, async () => {
  for (const point of Array.from({ length: rounds }, () => killed).flat()) {
    const process = await fixture.spawn()
    const goOn = async () => {
      await process.exited
      await endLeases()
      return await fixture.start()
    }
    const successor = await survive(point, goOn, () => process.kill())
    await successor.stop()
  }
})

describe('the database connection breaks at', { timeout: 60_000 * rounds }, () => {
  beforeAll(() => fixture.start())

  it.each(broken)('%s: no row is lost or applied twice', async (point) => {
    for (let round = 0; round < rounds; round++) await survive(point, async () => undefined)
  })
})
