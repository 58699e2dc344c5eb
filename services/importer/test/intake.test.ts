import { hash, randomUUID } from 'node:crypto'
import { operations } from '@guidebook/contracts'
import { eventually, partnerIdentity, supportIdentity } from '@guidebook/service-kit/test'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { aMail, type MailParts } from './a-mail.ts'
import { type Fixture, startFixture } from './fixture.ts'
import { booking, header, listOf } from './list.ts'
import { hotelId } from './stub-services.ts'

// cspell:ignore Absender bestätigen konnte nicht

let fixture: Fixture
beforeAll(async () => {
  fixture = await startFixture()
  await fixture.configure()
})
afterAll(() => fixture[Symbol.asyncDispose]())
beforeEach(() => {
  fixture.commands.length = 0
})

const sha256 = (text: string) => hash('sha256', text)
const send = async (parts: Partial<MailParts>) => {
  const messageId = parts.messageId ?? randomUUID()
  await fixture.imap.append('INBOX', aMail({ account: fixture.account, ...parts, messageId }))
  return `<${messageId}@operator.example>`
}
const mailIn = (messageId: string, state: string) =>
  eventually(() => fixture.database.knex('mails').where({ message_id: messageId, state }).first())
const inFolder = async (folder: string, messageId: string): Promise<number> => {
  const lock = await fixture.imap.getMailboxLock(folder)
  try {
    const found = await fixture.imap.search({ header: { 'message-id': messageId } })
    return found ? found.length : 0
  } finally {
    lock.release()
  }
}
const filedTo = async (folder: string, messageId: string) => {
  await eventually(() => fixture.database.knex('mails').where({ message_id: messageId, filed_to: folder }).first())
  expect([await inFolder(folder, messageId), await inFolder('INBOX', messageId)]).toEqual([1, 0])
}
const answers = async (messageId: string) => {
  const mails = await fixture.database.knex('outgoing_mails').select('content')
  return mails.map(({ content }) => content).filter(({ inReplyTo }) => inReplyTo === messageId)
}
const settleAll = async (count: number) => {
  await eventually(() => fixture.commands.length === count)
  for (const { data } of fixture.commands) {
    await fixture.bus.send('release.create-settled.v1', {
      account: fixture.account,
      commandId: data.commandId,
      status: 'created',
      link: 'abcdefghijklmnopqrstu',
      downloadCode: data.request.downloadCode,
      faults: [],
    })
  }
}

it('three good rows become three commands, one bad row is explained, and the mail is filed', async () => {
  const id = await send({
    csv: listOf(booking(), booking({ hotel: 'H-1' }), booking({ arrival: '03/04/2027' }), booking({ hotel: hotelId })),
  })
  await settleAll(3)
  await mailIn(id, 'completed')
  const hotel = {
    externalId: 'H-1',
    libraryExternalId: 'HOTELS',
    arrivalDate: '2027-07-10',
    departureDate: '2027-07-17',
  }
  const asked = fixture.commands.map(({ data }) => data.request)
  expect(asked.map(({ accommodation }) => accommodation)).toEqual([undefined, [hotel], [hotel]])
  expect(asked[0]).toMatchObject({ startdate: '2027-06-26', enddate: '2027-08-16', account: fixture.account })
  const [answer, ...more] = await answers(id)
  expect(more).toEqual([])
  expect(answer.autoSubmitted).toBe('auto-replied')
  expect(answer.text).toContain('3 angelegt, 1 fehlgeschlagen.')
  expect(answer.text).toMatch(/Zeile 3, \d+ \(Arrival\)/)
  const attached = Buffer.from(answer.attachments[0].base64, 'base64').toString()
  expect(attached.split('\r\n').slice(0, 2)).toEqual([`\ufeff${header}`, expect.stringContaining('03/04/2027')])
  await filedTo('Processed', id)
})

it('a file without faults is answered in one line, and the account can read the run row by row', async () => {
  const id = await send({ csv: listOf(booking(), booking()) })
  await settleAll(2)
  await mailIn(id, 'completed')
  expect((await answers(id))[0].text).toContain('Alle 2 Zeilen dieser Datei sind in Ordnung.')
  const { body } = await fixture.gateway.call(operations.listImports, {
    identity: partnerIdentity({ id: fixture.account }),
  })
  const [run] = body.items
  expect(run).toMatchObject({ state: 'completed', counts: { created: 2, pending: 0 } })
  const read = (account: string) =>
    fixture.gateway.call(operations.readImport, {
      params: { run: run?.id ?? '' },
      identity: partnerIdentity({ id: account }),
    })
  expect((await read(fixture.account)).body.rows.map(({ status }) => status)).toEqual(['created', 'created'])
  await expect(read(randomUUID())).rejects.toMatchObject({ code: 'not-found' })
})

it('the same mail and the same file a second time have no effect', async () => {
  const list = listOf(booking())
  const messageId = randomUUID()
  const id = await send({ csv: list, messageId })
  await settleAll(1)
  await mailIn(id, 'completed')
  await filedTo('Processed', id)
  await send({ csv: `${list}\r\n`, messageId })
  await eventually(async () => (await inFolder('Processed', id)) === 2)
  const other = await send({ csv: list })
  await mailIn(other, 'failed')
  expect((await answers(other))[0].text).toContain('Dieselbe Datei wurde am ')
  expect(fixture.commands).toHaveLength(1)
})

it('a repeated outcome counts once, one of an unknown command is ignored, and a malformed one is a dead letter', async () => {
  const id = await send({ csv: listOf(booking(), booking()) })
  await eventually(() => fixture.commands.length === 2)
  const [first, second] = fixture.commands
  const outcome = (commandId: string) => ({
    account: fixture.account,
    commandId,
    status: 'failed' as const,
    link: null,
    downloadCode: null,
    faults: [{ pointer: '/guidebookExternalId', code: 'guidebook-not-found' as const, message: 'There is none.' }],
  })
  const messageId = randomUUID()
  await fixture.bus.send('release.create-settled.v1', outcome(first?.data.commandId ?? ''), { id: messageId })
  await fixture.bus.send('release.create-settled.v1', outcome(first?.data.commandId ?? ''), { id: messageId })
  await fixture.bus.send('release.create-settled.v1', outcome(randomUUID()))
  await fixture.bus.sendRaw('release.create-settled.v1', Buffer.from('{}'))
  await fixture.bus.deadLetters('importer', 'release.create-settled.v1', 1)
  expect(await answers(id)).toEqual([])
  await fixture.bus.send('release.create-settled.v1', outcome(second?.data.commandId ?? ''))
  await mailIn(id, 'completed')
  expect((await answers(id))[0].text).toMatch(/Zeile 1, \d+ \(Tour\): There is none\./)
})

it.each([
  ['fails its authentication', { authentication: 'mx.guidebook.test; dmarc=fail' }],
  ['has the result of another server', { authentication: 'mx.attacker.example; dmarc=pass' }],
  [
    'has a forged result of the server below its own',
    {
      authentication: 'mx.guidebook.test; dmarc=fail',
      headers: ['Authentication-Results: mx.guidebook.test; dmarc=pass'],
    },
  ],
  ['comes from an unknown sender', { from: 'unknown@elsewhere.example' }],
])('a mail that %s is held in quarantine and not answered', async (_name, parts) => {
  const id = await send({ csv: listOf(booking()), ...parts })
  await mailIn(id, 'quarantined')
  await filedTo('Quarantine', id)
  expect(await answers(id)).toEqual([])
  expect(fixture.commands).toEqual([])
})

it('support releases a mail from quarantine', async () => {
  const id = await send({ csv: listOf(booking()), authentication: 'mx.guidebook.test; dmarc=none' })
  const mail = await mailIn(id, 'quarantined')
  const run = await fixture.database.knex('runs').where({ mail: mail.id }).first()
  const german = { params: { run: run.id }, identity: supportIdentity(), language: 'de' }
  const { body: held } = await fixture.gateway.call(operations.inspectImport, german)
  expect(held.reason).toMatch(/^Der Mailserver konnte den Absender nicht bestätigen/)
  const { body } = await fixture.gateway.call(operations.releaseImport, {
    params: { run: run.id },
    identity: supportIdentity(),
  })
  expect(body).toMatchObject({ id: run.id, state: 'processing' })
  await settleAll(1)
  await mailIn(id, 'completed')
})

it('attempts at a mail are counted before they begin, so that a mail which ends the process each time is given up', async () => {
  const { knex } = fixture.database
  const counted = await knex.transaction(async (trx) => {
    // The handler waits for the end of this transaction before it begins runs.
    await trx.raw('lock table runs in exclusive mode')
    const id = await send({ csv: listOf(booking()), authentication: 'mx.guidebook.test; dmarc=none' })
    const mail = await eventually(async () => await knex('mails').where({ message_id: id, attempts: 1 }).first())
    expect(mail).toMatchObject({ state: 'stored' })
    return id
  })
  const { id } = await mailIn(counted, 'quarantined')
  await knex('mails').where({ id }).update({ state: 'stored', attempts: 5, reason: null, finished_at: null })
  const { reason } = await mailIn(counted, 'failed')
  expect(reason).toMatch(/^It could not be handled/)
  expect(await answers(counted)).toEqual([])
  expect(await knex('runs').where({ mail: id }).pluck('state')).toEqual(['failed'])
  expect(fixture.commands).toEqual([])
})

it('a mail with TEST in its subject is decided and changes nothing', async () => {
  const id = await send({ csv: listOf(booking(), booking({ code: '99' })), subject: 'TEST of the new list' })
  await mailIn(id, 'completed')
  const [answer] = await answers(id)
  expect(answer.text).toContain('Dies war ein Test')
  expect(answer.text).toContain('1 angelegt, 1 fehlgeschlagen.')
  expect(answer.text).toMatch(/^Zeile 1, \d+: würde angelegt$/m)
  expect(answer.text).toMatch(/^Zeile 2, 99 \(Booking\): /m)
  expect(answer.html).toContain('würde angelegt')
  expect(answer.text).toContain('YYYY-MM-DD')
  expect(fixture.commands).toEqual([])
})

it.each(['test list', 'Re: Test', 'AW: test der Liste', 'our TEST'])(
  'the subject “%s” is that of a test',
  async (subject) => {
    const id = await send({ csv: listOf(booking()), subject })
    expect(await mailIn(id, 'completed')).toMatchObject({ test: true })
    expect(fixture.commands).toEqual([])
  },
)

it('a file with failed rows may be sent again, and only those rows are tried again', async () => {
  const list = listOf(booking(), booking({ hotel: 'UNKNOWN' }), booking())
  const first = await send({ csv: list })
  await settleAll(2)
  await mailIn(first, 'completed')
  fixture.commands.length = 0
  const second = await send({ csv: list })
  await mailIn(second, 'completed')
  expect(fixture.commands).toEqual([])
  expect((await answers(second))[0].text).toContain('2 unverändert, 1 fehlgeschlagen.')
  const runs = await fixture.database
    .knex('runs')
    .where({ file_sha256: sha256(list) })
    .orderBy('id')
  expect(runs.map(({ state, unchanged, failed }) => [state, unchanged, failed])).toEqual([
    ['completed', 0, 1],
    ['completed', 2, 1],
  ])
})

it('a TEST mail with a file that was imported says that its rows stay as they are', async () => {
  const list = listOf(booking())
  const real = await send({ csv: list })
  await settleAll(1)
  await mailIn(real, 'completed')
  const test = await send({ csv: list, subject: 'TEST' })
  await mailIn(test, 'completed')
  expect((await answers(test))[0].text).toMatch(/^Zeile 1, \d+: bleibt unverändert$/m)
})

it('a preview of a file that was imported says that the rows that succeeded stay as they are', async () => {
  const lists = [listOf(booking(), booking({ hotel: 'UNKNOWN' })), listOf(booking())]
  const mails = await Promise.all(lists.map((csv) => send({ csv })))
  await settleAll(2)
  await Promise.all(mails.map((id) => mailIn(id, 'completed')))
  const preview = async (csv: string) => {
    const identity = partnerIdentity({ id: fixture.account })
    const { body } = await fixture.gateway.call(operations.previewImport, { body: Buffer.from(csv), identity })
    return body.rows.map(({ row, status, link }) => [row, status, link])
  }
  const unchanged = [1, 'unchanged', 'abcdefghijklmnopqrstu']
  expect(await Promise.all(lists.map(preview))).toEqual([[unchanged, [2, 'failed', null]], [unchanged]])
})

it('a row that cannot become a release fails alone, and so does one with a malformed hotel ID', async () => {
  const id = await send({
    csv: listOf(
      booking(),
      booking().replace(';de;', ';deutsch;'),
      booking({ hotel: 'x'.repeat(300) }),
      booking({ hotel: 'H-1' }),
    ),
  })
  await settleAll(2)
  await mailIn(id, 'completed')
  const [answer] = await answers(id)
  expect(answer.text).toContain('2 angelegt, 2 fehlgeschlagen.')
  expect(answer.text).toMatch(/Zeile 2, \d+ \(Language\)/)
  expect(answer.text).toMatch(/Zeile 3, \d+ \(Hotel\)/)
})

it('a test reports that the second use of a download code would fail', async () => {
  const id = await send({ csv: listOf(booking({ code: '555' }), booking({ code: '555' })), subject: 'TEST' })
  await mailIn(id, 'completed')
  const [answer] = await answers(id)
  expect(answer.text).toContain('1 angelegt, 1 fehlgeschlagen.')
  expect(answer.text).toContain('Zeile 2, 555 (Booking)')
})

it.each([
  ['in the same batch', 0],
  ['in an earlier batch', 500],
])('a preview and a test compare a row with an earlier one of its code, %s', async (_, between) => {
  const account = randomUUID()
  await fixture.configure({ onExistingCode: 'change' }, account)
  const row = (code: number, persons: number) => booking({ code }).replace(';2;', `;${persons};`)
  const unread = Array.from({ length: between }, () => booking({ arrival: 'tomorrow' }))
  const csv = listOf(row(556, 2), row(99, 3), ...unread, row(556, 2), row(99, 3), row(99, 2))
  const statuses = ['created', 'changed', ...unread.map(() => 'failed'), 'unchanged', 'unchanged', 'changed']
  const identity = partnerIdentity({ id: account })
  const { body } = await fixture.gateway.call(operations.previewImport, { body: Buffer.from(csv), identity })
  expect(body.rows.map(({ status }) => status)).toEqual(statuses)
  const id = await send({ account, csv, subject: 'TEST' })
  const { id: mail } = await mailIn(id, 'completed')
  const { knex } = fixture.database
  const tested = knex('rows').join('runs', 'runs.id', 'rows.run').where({ mail }).orderBy('row')
  expect(await tested.pluck('rows.status')).toEqual(statuses)
})

it('a file that fails repeatedly is reported and may be sent again', async () => {
  const messageId = randomUUID()
  const list = listOf(booking({ hotel: 'H-FAULT' }))
  const id = await send({ csv: list, messageId })
  await mailIn(id, 'failed')
  const [answer] = await answers(id)
  expect(answer.text).toContain('konnte nicht zu Ende gelesen werden')
  const runs = () => fixture.database.knex('runs').where({ account: fixture.account, file_sha256: sha256(list) })
  expect((await runs()).map(({ state }) => state)).toEqual(['failed'])
  // While it is in the inbox, the same bytes are the same mail.
  await filedTo('Failed', id)
  await send({ csv: list, messageId })
  await eventually(async () => (await runs()).length === 2)
})

it('a file without the required columns, a mail without a file and a spreadsheet are refused with instructions', async () => {
  const lacking = await send({ csv: 'Booking;Tour\r\n1;2' })
  await mailIn(lacking, 'failed')
  expect((await answers(lacking))[0].text).toContain(
    'Es fehlen Spalten: Language, Arrival, Departure, Persons, Hotel. Gefunden wurden: Booking, Tour.',
  )
  const empty = await send({})
  await mailIn(empty, 'failed')
  expect((await answers(empty))[0].text).toContain('keine CSV-Datei')
  const sheet = await send({ csv: 'PK', fileName: 'list.xlsx' })
  await mailIn(sheet, 'failed')
  expect((await answers(sheet))[0].text).toContain('Speichern Sie die Liste als CSV')
  await filedTo('Failed', sheet)
})

it('an automatic mail is not answered', async () => {
  const id = await send({ headers: ['Auto-Submitted: auto-replied'] })
  await mailIn(id, 'failed')
  expect(await answers(id)).toEqual([])
})

it('with two replicas every mail is fetched once', async () => {
  const replica = await fixture.startReplica()
  const ids = await Promise.all([1, 2, 3, 4, 5].map(() => send({ csv: listOf(booking()) })))
  await settleAll(5)
  await Promise.all(ids.map((id) => mailIn(id, 'completed')))
  const count = await fixture.database.knex('mails').whereIn('message_id', ids).count({ n: '*' })
  expect(Number(count[0]?.n)).toBe(5)
  await replica.stop()
})
