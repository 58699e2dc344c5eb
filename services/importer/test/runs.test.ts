import { hash, randomUUID } from 'node:crypto'
import { operations } from '@guidebook/contracts'
import {
  eventually,
  movableClock,
  partnerIdentity,
  supportIdentity,
  testAccount,
  testRetrySchedule,
} from '@guidebook/service-kit/test'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { aMail } from './a-mail.ts'
import { type Fixture, startFixture } from './fixture.ts'
import { configurationOf } from './importer-surroundings.ts'
import { booking, bookings, listOf } from './list.ts'

const mostUnsettled = 3
const clock = movableClock(new Date())

let fixture: Fixture
/** Each test has accounts of its own. */
let account: string
beforeAll(async () => {
  fixture = await startFixture({ clock, env: { IMPORT_UNSETTLED: String(mostUnsettled) } })
  await fixture.startReplica()
})
afterAll(() => fixture[Symbol.asyncDispose]())
beforeEach(async () => {
  account = await anAccount()
})

const anAccount = async (): Promise<string> => {
  const id = randomUUID()
  await fixture.configure({}, id)
  return id
}
const send = async (lines: readonly string[], owner = account, messageId = randomUUID()) => {
  const csv = listOf(...lines)
  await fixture.imap.append('INBOX', aMail({ account: owner, csv, messageId }))
  return `<${messageId}@operator.example>`
}
const commandsOf = (owner = account) => fixture.commands.filter(({ data }) => data.account === owner)
const codesOf = (owner = account) => commandsOf(owner).map(({ data }) => data.request.downloadCode)
const created = (command: Fixture['commands'][number] | undefined) => ({
  account: command?.data.account ?? '',
  commandId: command?.data.commandId ?? '',
  status: 'created' as const,
  link: 'abcdefghijklmnopqrstu',
  downloadCode: command?.data.request.downloadCode ?? null,
  faults: [],
})
/** Answers the first commands, each as it comes. */
const settle = async (count: number, from = 0) => {
  for (let n = from; n < count; n++) {
    await eventually(() => commandsOf().length > n)
    await fixture.bus.send('release.create-settled.v1', created(commandsOf()[n]))
  }
}
/** Answers the command with this number that it failed. */
const fail = async (n: number) => {
  await eventually(() => commandsOf().length > n)
  const failure = { ...created(commandsOf()[n]), status: 'failed' as const, link: null }
  await fixture.bus.send('release.create-settled.v1', failure)
}
const mailIn = (messageId: string, state: string) =>
  eventually(() => fixture.database.knex('mails').where({ message_id: messageId, state }).first())
/** Sends the lines and waits until the run is completed: the first command fails, the others succeed. */
const sendWithFirstFailed = async (lines: string[], commands: number) => {
  const id = await send(lines)
  await fail(0)
  await settle(commands, 1)
  await mailIn(id, 'completed')
}
const runOf = async (messageId: string) => {
  const { knex } = fixture.database
  return await knex('runs')
    .whereIn('mail', knex('mails').where({ message_id: messageId }).select('id'))
    .first()
}
const answers = async (messageId: string) => {
  const mails = await fixture.database.knex('outgoing_mails').select('content')
  return mails.map(({ content }) => content).filter(({ inReplyTo }) => inReplyTo === messageId)
}

it('an account never has more unsettled commands than allowed in two replicas, and they are sent in row order', async () => {
  const lines = bookings(12)
  const codes = lines.map((line) => Number(line.split(';')[0]))
  const id = await send(lines)
  for (let settled = 0; settled < lines.length; settled++) {
    const sent = Math.min(lines.length, settled + mostUnsettled)
    await eventually(() => commandsOf().length === sent)
    // Messages that wait at the same time arrive in any order.
    expect(codesOf().toSorted((a, b) => a - b)).toEqual(codes.slice(0, sent))
    await settle(settled + 1, settled)
    const { count } = (await fixture.database.knex('unsettled_commands').where({ account }).count().first()) ?? {}
    expect(Number(count)).toBeLessThanOrEqual(mostUnsettled)
    expect(commandsOf().length).toBeLessThanOrEqual(settled + 1 + mostUnsettled)
  }
  await mailIn(id, 'completed')
  expect(new Set(commandsOf().map(({ actor }) => actor))).toEqual(new Set([null]))
  expect(codesOf()).toHaveLength(lines.length)
  expect(await runOf(id)).toMatchObject({ state: 'completed', created: 12, pending: 0, failed: 0 })
})

it('an account whose commands get no response blocks no other', async () => {
  await send(bookings(50))
  await eventually(() => commandsOf().length === mostUnsettled)
  const other = await anAccount()
  await send(bookings(2), other)
  await eventually(() => commandsOf(other).length === 2)
})

it('an account that is suspended gets no further commands, and its run is completed after it is reactivated', async () => {
  const { knex } = fixture.database
  const suspend = async (suspended: boolean, version: number) => {
    await fixture.bus.send('account.changed.v1', testAccount({ id: account, version, suspended }))
    await eventually(() => knex('account_projections').where({ id: account, version }).first('id'))
  }
  const id = await send(bookings(mostUnsettled + 2))
  await eventually(() => commandsOf().length === mostUnsettled)
  await suspend(true, 2)
  await settle(mostUnsettled)
  await eventually(async () => (await knex('unsettled_commands').where({ account })).length === 0)
  clock.advance(1)
  const other = await anAccount()
  await send(bookings(1), other)
  await eventually(() => commandsOf(other).length === 1)
  // Now it would be served before the other one.
  await send(bookings(1), other)
  await eventually(() => commandsOf(other).length === 2)
  expect(commandsOf()).toHaveLength(mostUnsettled)
  expect(await runOf(id)).toMatchObject({ state: 'processing', created: mostUnsettled })
  await suspend(false, 3)
  await settle(mostUnsettled + 2, mostUnsettled)
  await mailIn(id, 'completed')
})

it('a row whose nights end after the year 9999 fails at its hotel column, and delays no other account', async () => {
  const far = randomUUID()
  const nights = { from: 1, to: 1 }
  await fixture.configure(
    {
      hotelColumns: [{ header: 'Hotel', library: 'HOTELS', nights }],
      period: { daysBeforeArrival: 14, daysAfterDeparture: 0 },
    },
    far,
  )
  const line = booking({ arrival: '9999-12-31', hotel: 'H-1' }).replace('2027-07-17', '9999-12-31')
  const last = await send([line], far)
  const id = await send(bookings(1))
  await settle(1)
  await mailIn(id, 'completed')
  await mailIn(last, 'completed')
  const { id: run } = await runOf(last)
  const [row] = await fixture.database.knex('rows').where({ run })
  expect([row.status, row.errors]).toEqual([
    'failed',
    [expect.objectContaining({ column: 'Hotel', code: 'trip-outside-period' })],
  ])
  expect(commandsOf(far)).toEqual([])
})

it('an account whose next command cannot be sent blocks no other, and goes on when it can', async () => {
  const { knex } = fixture.database
  const id = await send(bookings(mostUnsettled + 1))
  await eventually(() => commandsOf().length === mostUnsettled)
  const { id: run } = await eventually(async () => {
    const found = await runOf(id)
    return found.recorded_row === mostUnsettled + 1 && found
  })
  clock.advance(1)
  const other = await anAccount()
  await send(bookings(1), other)
  await eventually(() => commandsOf(other).length === 1)
  const row = () => knex('rows').where({ run, row: mostUnsettled + 1 })
  const { request } = await row().first('request')
  await row().update({ request: '{}' })
  await settle(1)
  await eventually(async () => (await knex('unsettled_commands').where({ account })).length < mostUnsettled)
  // From here on the account is served before the other one, each time in vain.
  await send(bookings(1), other)
  await eventually(() => commandsOf(other).length === 2)
  expect(commandsOf()).toHaveLength(mostUnsettled)
  await row().update({ request: JSON.stringify(request) })
  await settle(mostUnsettled + 1, 1)
  await mailIn(id, 'completed')
})

it.each([
  ['in the same batch', 0],
  ['in an earlier batch', 500],
])(
  'a file that is sent again ends in its last row of a code, also if a row above, %s, is tried again',
  async (_, between) => {
    await fixture.configure({ onExistingCode: 'change' }, account)
    const days = ['2027-07-10', '2027-07-11']
    const [first = '', last = ''] = days.map((arrival) => booking({ code: 9, arrival }))
    const unread = Array.from({ length: between }, () => booking({ arrival: 'tomorrow' }))
    const lines = [first, ...unread, last, booking()]
    await sendWithFirstFailed(lines, 3)
    const again = await send(lines)
    await settle(4, 3)
    await fail(4)
    await mailIn(again, 'completed')
    const asked = commandsOf().map(({ data }) => data.request)
    expect(asked.slice(3).map(({ downloadCode, arrivaldate }) => [downloadCode, arrivaldate])).toEqual(
      days.map((day) => [9, day]),
    )
    expect(await runOf(again)).toMatchObject({ created: 1, unchanged: 1, failed: between + 1 })

    // The last row failed the last time, so it is tried again although it once succeeded.
    const third = await send(lines)
    await settle(6, 5)
    await mailIn(third, 'completed')
    expect(commandsOf()).toHaveLength(6)
    expect(commandsOf()[5]?.data.request).toMatchObject({ downloadCode: 9, arrivaldate: days[1] })
  },
)

it('a file that is sent again leaves its successes alone where rows do not change releases', async () => {
  const lines = [booking({ code: 9 }), booking({ code: 9 })]
  await sendWithFirstFailed(lines, 2)
  const again = await send(lines)
  await settle(3, 2)
  await mailIn(again, 'completed')
  expect(await runOf(again)).toMatchObject({ created: 1, unchanged: 1 })
  expect(commandsOf()).toHaveLength(3)
})

it('a row that repeats a code waits until the earlier row is settled', async () => {
  const id = await send([booking({ code: 7 }), booking({ code: 7 }), booking({ code: 8 })])
  await eventually(() => commandsOf().length === 1)
  await eventually(async () => (await runOf(id)).recorded_row === 3)
  // What is recorded now is commanded: had the second row been to come, it would have come before.
  const other = await anAccount()
  await send(bookings(1), other)
  await eventually(() => commandsOf(other).length === 1)
  expect(codesOf()).toEqual([7])
  await settle(1)
  await eventually(() => commandsOf().length === 3)
  expect(codesOf().sort()).toEqual([7, 7, 8])
  await settle(3, 1)
  await mailIn(id, 'completed')
})

it('a row without a response fails after 15 minutes, and a late success amends it without a second report', async () => {
  const id = await send(bookings(2))
  await settle(1)
  await eventually(() => commandsOf().length === 2)
  await eventually(async () => (await runOf(id)).created === 1)
  clock.advance(15 * 60_000 - 1_000)
  expect(await runOf(id)).toMatchObject({ state: 'processing', pending: 1 })
  // By the clock of the database, by which the message left.
  clock.set(new Date(Date.now() + 15 * 60_000))
  await mailIn(id, 'completed')
  const [answer, ...more] = await answers(id)
  expect(more).toEqual([])
  expect(answer.subject).toBe('Importbericht: 1 angelegt, 1 fehlgeschlagen')
  expect(answer.text).toContain('Innerhalb von 15 Minuten kam keine Antwort.')
  await settle(2, 1)
  await eventually(async () => (await runOf(id)).created === 2)
  const run = await runOf(id)
  expect(run).toMatchObject({ state: 'completed', failed: 0, pending: 0 })
  const last = await fixture.database.knex('rows').where({ run: run.id, row: 2 }).first()
  expect(last).toMatchObject({
    status: 'created',
    link: 'abcdefghijklmnopqrstu',
    errors: [],
    cells: null,
    request: null,
  })
  // A failure that comes after it takes nothing back.
  const failure = { ...created(commandsOf()[1]), status: 'failed' as const, link: null }
  await fixture.bus.send('release.create-settled.v1', failure)
  const another = await send(bookings(1))
  await settle(3, 2)
  await mailIn(another, 'completed')
  expect(await runOf(id)).toMatchObject({ created: 2, failed: 0 })
  expect(await answers(id)).toHaveLength(1)
})

it('a file that fails in the middle is continued after its last row, and no row is recorded twice', async () => {
  const bad = '1;GB-1;de;tomorrow;2027-07-17;2;'
  const lines = [...Array.from({ length: 1_100 }, () => bad), booking({ hotel: 'H-FAULT-ONCE' })]
  const id = await send(lines)
  await eventually(async () => (await runOf(id))?.retry_at)
  expect(await runOf(id)).toMatchObject({ recorded_row: 1_000, read_completely: false, attempts: 1 })
  clock.advance(60_000)
  await mailIn(id, 'completed')
  expect(await runOf(id)).toMatchObject({ recorded_row: 1_101, failed: 1_101, attempts: 0 })
})

it('attempts at a file count from its last recorded row', async () => {
  const bad = '1;GB-1;de;tomorrow;2027-07-17;2;'
  const id = await send([...Array.from({ length: 1_100 }, () => bad), booking({ hotel: 'H-FAULT' })])
  await eventually(async () => (await runOf(id))?.retry_at)
  // As if all attempts but one had ended the process before the first row was recorded.
  const changed = { recorded_row: 0, attempts: testRetrySchedule.length, retry_at: null }
  await fixture.database
    .knex('runs')
    .where({ id: (await runOf(id)).id })
    .update(changed)
  const failed = await eventually(async () => {
    const run = await runOf(id)
    return run?.retry_at && run
  })
  expect(failed).toMatchObject({ recorded_row: 1_000, attempts: 1, read_completely: false })
})

it('attempts at a file are counted before they begin, so that a file which ends the process each time is given up', async () => {
  const { knex } = fixture.database
  const [counted, givenUp] = await knex.transaction(async (trx) => {
    // The reader waits for the end of this transaction before it records rows.
    await trx.raw('lock table rows in exclusive mode')
    const first = await send(bookings(1))
    const { attempts } = await eventually(async () => {
      const run = await runOf(first)
      return run?.attempts > 0 && run
    })
    const second = await send(bookings(1))
    const { id } = await eventually(() => runOf(second))
    await knex('runs').where({ id }).update({ attempts: 5 })
    return [attempts, second]
  })
  expect(counted).toBe(1)
  await settle(1)
  await mailIn(givenUp, 'failed')
  expect(await runOf(givenUp)).toMatchObject({ explanation: { id: 'file.given-up' }, recorded_row: 0 })
})

it('of two concurrent mails with the same file, or the same Message-ID, only one creates releases', async () => {
  const lines = bookings(1)
  const ids = await Promise.all([1, 2, 3, 4].map(() => send(lines)))
  const messageId = randomUUID()
  await Promise.all([1, 2].map(() => send(bookings(1), account, messageId)))
  await settle(2)
  const mails = await eventually(async () => {
    const ended = await fixture.database.knex('mails').where({ account }).whereIn('state', ['completed', 'failed'])
    return ended.length === 6 && ended
  })
  const states = (some: readonly string[]) =>
    mails.filter(({ message_id }) => some.includes(message_id)).map(({ state }) => state)
  expect(states(ids).sort()).toEqual(['completed', 'failed', 'failed', 'failed'])
  expect(states([`<${messageId}@operator.example>`])).toEqual(['completed', 'completed'])
  expect(commandsOf()).toHaveLength(2)
  expect(await answers(`<${messageId}@operator.example>`)).toHaveLength(1)
})

it('a mail is released from quarantine once', async () => {
  const messageId = randomUUID()
  const authentication = 'mx.guidebook.test; dmarc=none'
  const csv = listOf(booking())
  await fixture.imap.append('INBOX', aMail({ account, csv, messageId, authentication }))
  const id = `<${messageId}@operator.example>`
  await mailIn(id, 'quarantined')
  // Files of an unknown sender are not stored, but support sees their names and hashes.
  expect(await runOf(id)).toMatchObject({ file_name: 'list.csv', file_key: null, file_sha256: hash('sha256', csv) })
  const { id: run } = await runOf(id)
  const release = () =>
    fixture.gateway.call(operations.releaseImport, {
      params: { run },
      identity: supportIdentity(),
    })
  const outcomes = await Promise.allSettled([release(), release()])
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  await settle(1)
  await mailIn(id, 'completed')
  await expect(release()).rejects.toMatchObject({ code: 'import-not-quarantined' })
  expect(await runOf(id)).toMatchObject({ id: run, state: 'completed', created: 1, file_key: expect.any(String) })
})

const upload = async (
  lines: readonly string[],
  { test }: { test?: boolean } = {},
  actor = 'user:Anna@operator.example',
) => {
  const body = Buffer.from(listOf(...lines))
  const identity = { ...partnerIdentity({ id: account }), actor }
  const query = { fileName: 'bookings.csv', ...(test === undefined ? {} : { test }) }
  return (await fixture.gateway.call(operations.uploadImport, { query, body, identity })).body
}
const ended = (id: string) =>
  eventually(() => fixture.database.knex('runs').where({ id }).whereNotNull('finished_at').first())
const reportsTo = async (address: string) => {
  const mails = await fixture.database.knex('outgoing_mails').select('content')
  return mails.map(({ content }) => content).filter(({ to }) => to === address)
}

it('an uploaded file is imported once like a mailed one, and the person gets the report', async () => {
  const lines = bookings(2)
  const first = await upload(lines)
  const uploadedBy = 'user:Anna@operator.example'
  expect(first).toMatchObject({
    state: 'processing',
    sender: 'anna@operator.example',
    uploadedBy,
    fileName: 'bookings.csv',
  })
  await settle(2)
  expect(commandsOf().map(({ actor }) => actor)).toEqual([uploadedBy, uploadedBy])
  expect(await ended(first.id)).toMatchObject({ state: 'completed', created: 2 })
  const [report, ...more] = await reportsTo('anna@operator.example')
  expect([report.text, more]).toEqual([expect.stringContaining('bookings.csv'), []])
  expect(codesOf().length).toBe(2)

  const again = await upload(lines, {}, 'gbk_live_abc')
  expect(again).toMatchObject({ state: 'failed', reason: expect.stringContaining('same file') })
  expect(again.sender).not.toBe('anna@operator.example')
  await send(lines)
  await eventually(async () => (await fixture.database.knex('runs').where({ account, state: 'failed' })).length === 2)
  expect(codesOf().length).toBe(2)
})

it('an upload that is repeated with its Idempotency-Key gets the first response, also after the configuration changed', async () => {
  const headers = { 'content-type': 'text/csv', 'idempotency-key': 'k-1' }
  const csv = listOf(booking())
  const post = () => fixture.asPartner(account)('POST')('/account/imports', csv, headers)
  const first = await post()
  await fixture.configure({ columns: { ...configurationOf(account).columns, devices: 'Guests' } }, account)
  const again = await post()
  expect([first.status, again.status, again.headers.get('idempotency-replayed')]).toEqual([202, 202, 'true'])
  expect(again.body).toEqual(first.body)
})

it('a repeated file is refused with the day of the first import in the time zone of the account', async () => {
  const { knex } = fixture.database
  const owner = testAccount({ id: account, version: 2, timeZone: 'Pacific/Kiritimati' })
  await fixture.bus.send('account.changed.v1', owner)
  await eventually(() => knex('account_projections').where({ id: account, version: 2 }).first('id'))
  const lines = bookings(1)
  const { id } = await upload(lines)
  await knex('runs').where({ id }).update({ created_at: '2026-07-01T12:00:00Z' })
  expect((await upload(lines)).reason).toContain('2 July 2026')
})

it('uploads of one file at the same time begin one import', async () => {
  const lines = bookings(1)
  const runs = await Promise.all([upload(lines), upload(lines)])
  expect(runs.map(({ state }) => state).toSorted()).toEqual(['failed', 'processing'])
})

it('a tested upload creates nothing, and an unreadable file is refused immediately', async () => {
  const { id } = await upload(bookings(2), { test: true })
  expect(await ended(id)).toMatchObject({ state: 'completed', test: true, created: 2 })
  expect(commandsOf()).toEqual([])
  const identity = partnerIdentity({ id: account })
  const refused = (text: string, identified = identity) =>
    fixture.gateway
      .call(operations.uploadImport, { query: {}, body: Buffer.from(text), identity: identified })
      .catch(({ code }) => code)
  expect(await refused('Booking;Tour\n1;GB-1\n')).toBe('csv-column-missing')
  expect(await refused('')).toBe('csv-unreadable')
  expect(await refused(listOf(booking()), partnerIdentity({ id: randomUUID() }))).toBe('import-not-configured')
  expect((await fixture.database.knex('runs').where({ account })).length).toBe(1)
})
