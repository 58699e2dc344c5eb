import { eventually, movableClock, testServer } from '@guidebook/service-kit/test'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { DnsResolver } from '../src/trust/verify-signatures.ts'
import { booking, listOf } from './list.ts'
import { type MailboxFixture, mailboxFixture } from './mailbox-fixture.ts'
import { dnsOf, messageOf, recordsOf, type SignedMail, signingKey } from './signed-mail.ts'

let fixture: MailboxFixture
let dns: DnsResolver
const clock = movableClock('2027-03-01T01:00:00Z')
const transport = createTransport(testServer('TEST_SMTP_URL'))
beforeAll(async () => {
  fixture = await mailboxFixture({ clock })
  // Without IMPORT_AUTHSERV_ID, the importer verifies signatures itself.
  const settings = { IMPORT_AUTHSERV_ID: undefined }
  await fixture.start({ settings, resolver: (name, type) => dns(name, type) })
})
afterAll(async () => {
  transport.close()
  await fixture?.[Symbol.asyncDispose]()
})

/** Sends it as a mail client does; it arrives through the mail server. */
const send = async (changes: Partial<SignedMail> = {}) => {
  const { messageId } = await transport.sendMail(
    messageOf({
      from: fixture.sender,
      to: `${fixture.mailbox}@guidebook.test`,
      subject: 'TEST',
      csv: listOf(booking()),
      ...changes,
    }),
  )
  return messageId
}
const rowOf = (messageId: string) => fixture.database.knex('mails').where({ message_id: messageId }).first()

/** Waits until the mail is deferred for that long. During handling its lease has another length. */
const deferred = (messageId: string, ms = 60_000) =>
  eventually(async () => (await rowOf(messageId))?.leased_until.getTime() - clock.now().getTime() === ms)

it('a mail signed by its sender’s domain is handled', async () => {
  const key = signingKey(fixture.senderDomain)
  dns = dnsOf(recordsOf([key], { [fixture.senderDomain]: 'v=DMARC1; p=reject' }))
  await fixture.filed(new Map([[await send({ key }), 'Processed']]))
})

it('a mail without a signature, or with one of another domain, is held in quarantine', async () => {
  const foreign = signingKey('attacker.example')
  dns = dnsOf(recordsOf([foreign]))
  const sent = [await send(), await send({ key: foreign })]
  await fixture.filed(new Map(sent.map((id) => [id, 'Quarantine'])))
  for (const id of sent) expect((await rowOf(id)).reason).toContain('no DKIM signature')
})

it('a mail without a DNS response waits, keeps later ones of its account waiting for five minutes, and is handled after a response', async () => {
  const key = signingKey(fixture.senderDomain)
  const other = signingKey('attacker.example')
  dns = dnsOf(recordsOf([other]), { [`test._domainkey.${fixture.senderDomain}`]: 'ESERVFAIL' })
  const waiting = await send({ key })
  await deferred(waiting)
  const later = await send({ key: other })
  const stored = () => fixture.database.knex('mails').where({ state: 'stored' })
  await eventually(async () => (await stored()).length === 2)
  clock.advance(61_000)
  await deferred(waiting)
  expect(await stored()).toHaveLength(2)
  clock.advance(5 * 60_000)
  await fixture.filed(new Map([[later, 'Quarantine']]))
  expect(await rowOf(waiting)).toMatchObject({ state: 'stored', attempts: 0 })
  dns = dnsOf(recordsOf([key]))
  clock.advance(61_000)
  await fixture.filed(new Map([[waiting, 'Processed']]))
})

it('a mail without a DNS response waits for longer each time, and is held in quarantine after a day', async () => {
  const key = signingKey(fixture.senderDomain)
  dns = dnsOf({}, { [`test._domainkey.${fixture.senderDomain}`]: 'ESERVFAIL' })
  const waiting = await send({ key })
  await deferred(waiting)
  clock.advance(10 * 3_600_000)
  await deferred(waiting, 3_600_000)
  clock.advance(15 * 3_600_000)
  await fixture.filed(new Map([[waiting, 'Quarantine']]))
  expect((await rowOf(waiting)).reason).toContain('for a day')
})
