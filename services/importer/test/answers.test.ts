import { randomUUID } from 'node:crypto'
import { eventually, movableClock } from '@guidebook/service-kit/test'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aMail, type MailParts } from './a-mail.ts'
import { type Fixture, startFixture } from './fixture.ts'
import { booking, listOf } from './list.ts'

const clock = movableClock(new Date())
let fixture: Fixture
beforeAll(async () => {
  fixture = await startFixture({ clock })
  await fixture.configure()
})
afterAll(() => fixture[Symbol.asyncDispose]())

/** A file that was never sent before, with a row that fails. */
const aList = () => listOf(booking({ code: randomUUID() }))

/** Sends a mail, waits for its end, and tells the answers to it. */
const answersTo = async (parts: Omit<MailParts, 'account'>) => {
  const messageId = randomUUID()
  await fixture.imap.append('INBOX', aMail({ account: fixture.account, ...parts, messageId }))
  const id = `<${messageId}@operator.example>`
  await eventually(() => fixture.database.knex('mails').where({ message_id: id }).whereNotNull('finished_at').first())
  const mails: { id: string; content: { inReplyTo?: string; to: string; autoSubmitted: string } }[] =
    await fixture.database.knex('outgoing_mails')
  return mails.filter(({ content }) => content.inReplyTo === id)
}

it('a reply to a report is not answered, so that two programs never answer each other', async () => {
  const [report] = await answersTo({})
  const ours = `<${report?.id}@guidebook.test>`
  expect(report).toBeDefined()
  expect(await answersTo({ headers: [`In-Reply-To: ${ours}`] })).toEqual([])
  expect(await answersTo({ headers: [`References: <older@elsewhere.example> ${ours}`] })).toEqual([])
})

it('a reply with a corrected file is answered', async () => {
  const [report] = await answersTo({})
  const headers = [`In-Reply-To: <${report?.id}@guidebook.test>`]
  expect(await answersTo({ csv: aList(), headers })).toHaveLength(1)
})

it('a reply with a file that is not read is answered', async () => {
  const [report] = await answersTo({})
  const headers = [`In-Reply-To: <${report?.id}@guidebook.test>`]
  expect(await answersTo({ csv: 'PK', fileName: 'list.xlsx', headers })).toHaveLength(1)
})

it('a reply to another sender’s mail is answered', async () => {
  expect(await answersTo({ headers: [`In-Reply-To: <${randomUUID()}@elsewhere.example>`] })).toHaveLength(1)
})

it('a sender of unreadable mails is answered ten times within an hour, and for readable files always', async () => {
  const from = 'machine@operator.example'
  await fixture.configure({ senders: [from] })
  const ended = {
    state: 'failed',
    sender: from,
    received_at: clock.now(),
    finished_at: clock.now(),
    filed_to: 'Failed',
  }
  const unread = { mailbox: 'earlier', uid_validity: 1, raw_key: '', raw_sha256: '', bytes: 1 }
  const earlier = Array.from({ length: 9 }, (_, uid) => ({ id: randomUUID(), uid, ...unread, ...ended }))
  await fixture.database.knex('mails').insert(earlier)
  expect(await answersTo({ from })).toHaveLength(1)
  expect(await answersTo({ from })).toEqual([])
  expect(await answersTo({ from, csv: aList() })).toHaveLength(1)
  clock.advance(3_600_001)
  expect(await answersTo({ from })).toHaveLength(1)
})

/** The account's own address, which the service knows since it has asked for the account's language. */
const accountAddress = async (): Promise<string> => {
  await answersTo({ csv: aList() })
  const known = fixture.database.knex('account_projections').where({ id: fixture.account })
  return (await known.first('projection')).projection.email
}

it('the report on an automatic mail goes to the account, not to its sender', async () => {
  await fixture.configure()
  const to = await accountAddress()
  const headers = ['Auto-Submitted: auto-generated']
  const [told] = await answersTo({ csv: aList(), headers })
  expect(told?.content).toMatchObject({ to, autoSubmitted: 'auto-generated' })
  const [refused] = await answersTo({ csv: `Booking;Other\r\n${randomUUID()};1\r\n`, headers })
  expect(refused?.content.to).toBe(to)
  const [unread] = await answersTo({ csv: 'PK', fileName: 'list.xlsx', headers })
  expect(unread?.content).toMatchObject({ to, autoSubmitted: 'auto-generated' })
  expect(await answersTo({ headers })).toEqual([])
})

it('an automatic mail from the account’s own address gets no report', async () => {
  await fixture.configure()
  const from = await accountAddress()
  await fixture.configure({ senders: [from] })
  expect(await answersTo({ from, csv: aList(), headers: ['Auto-Submitted: auto-generated'] })).toEqual([])
})
