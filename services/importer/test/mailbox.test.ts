import { randomUUID } from 'node:crypto'
import { chmod, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { eventually, movableClock } from '@guidebook/service-kit/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type MailboxFixture, mailboxFixture } from './mailbox-fixture.ts'

const checksOf = async (url: string) => {
  const response = await fetch(`${url}/readyz`)
  const { checks } = (await response.json()) as { checks: Record<string, string> }
  return { mailbox: checks.mailbox, folders: checks['mail folders'] }
}
const factsOf = async (url: string) => {
  const response = await fetch(`${url}/readyz`)
  const { facts } = (await response.json()) as { facts: { mailbox: Record<string, unknown> } }
  return facts.mailbox
}
const idOf = (messageId: string) => `<${messageId}@operator.example>`
const runsOf = async ({ database }: MailboxFixture, ...messageIds: string[]) =>
  await database
    .knex('runs')
    .join('mails as m', 'm.id', 'runs.mail')
    .whereIn('m.message_id', messageIds)
    .select('runs.id')
/** Decides about all mails as the rest of the service would. */
const decide = ({ database }: MailboxFixture, state: string) =>
  database.knex('mails').where({ state: 'processing' }).update({ state, finished_at: new Date() })
const inState = (fixture: MailboxFixture, state: string, count: number) =>
  eventually(async () => (await fixture.rows()).filter((row) => row.state === state).length === count)
/** The folders in which a mail is. */
const placesOf = async (fixture: MailboxFixture, messageId: string) =>
  (await fixture.places()).get(idOf(messageId)) ?? []

/** Deletes the server's indexes of the inbox until its UIDVALIDITY changes; the server may still be writing them for a client that has just left. */
const renumber = async ({ imap, maildir }: MailboxFixture) => {
  const numbers = async () => {
    const status = await imap.status('INBOX', { uidValidity: true })
    return status ? status.uidValidity : undefined
  }
  const before = await numbers()
  await eventually(async () => {
    for (const name of await readdir(maildir)) {
      if (/^dovecot[.-](uidlist|index|list)/.test(name)) await rm(join(maildir, name), { force: true })
    }
    return (await numbers()) !== before
  })
}

describe('a running importer', () => {
  let fixture: MailboxFixture
  beforeAll(async () => {
    fixture = await mailboxFixture()
    await fixture.start()
  })
  afterAll(() => fixture?.[Symbol.asyncDispose]())

  it('a mail that is received twice is handled once, and both copies are filed like the first', async () => {
    const messageId = randomUUID()
    const raw = fixture.bookings(messageId)
    await fixture.imap.append('INBOX', raw)
    await inState(fixture, 'processing', 1)
    // While the first is still being handled.
    await fixture.imap.append('INBOX', raw)
    await inState(fixture, 'completed', 1)
    expect(await placesOf(fixture, messageId)).toEqual(['INBOX', 'INBOX'])
    await decide(fixture, 'failed')
    await eventually(async () => (await placesOf(fixture, messageId)).join() === 'Failed,Failed')
    expect(await runsOf(fixture, idOf(messageId))).toHaveLength(1)
  })

  it('a repeated mail is filed in Quarantine while the first is in quarantine', async () => {
    const sent = await fixture.send(1, ['Quarantine'])
    await fixture.filed(sent)
    const [id = ''] = sent.keys()
    await fixture.imap.mailboxOpen('Quarantine')
    await fixture.imap.messageCopy('1', 'INBOX', { uid: true })
    await eventually(async () => ((await fixture.places()).get(id) ?? []).join() === 'Quarantine,Quarantine')
    expect(await runsOf(fixture, id)).toHaveLength(1)
  })

  it('a deleted folder is created again', async () => {
    await fixture.filed(await fixture.send(1))
    await fixture.imap.mailboxOpen('INBOX')
    await fixture.imap.mailboxDelete('Failed')
    await fixture.filed(await fixture.send(1))
  })
})

it('health reports the time of the last poll, and how many mails wait for how long', async () => {
  const clock = movableClock('2027-03-01T01:00:00Z')
  await using fixture = await mailboxFixture({ clock })
  const { healthUrl: url } = await fixture.start()
  await eventually(async () => (await factsOf(url)).lastPoll === '2027-03-01T01:00:00.000Z')
  expect(await factsOf(url)).toMatchObject({
    polls: true,
    onServer: 0,
    unhandled: 0,
    oldestUnhandledSeconds: 0,
    unfiled: 0,
  })
  await fixture.filed(await fixture.send(1, ['Failed']))
  // Not handled, because another process holds its lease.
  await fixture.database.knex('mails').update({ state: 'stored', leased_until: '2028-01-01T00:00:00Z' })
  clock.advance(90_000)
  await eventually(async () => (await factsOf(url)).lastPoll === '2027-03-01T01:01:30.000Z')
  expect(await factsOf(url)).toMatchObject({ unhandled: 1, oldestUnhandledSeconds: 90 })
  const standby = await fixture.start()
  await eventually(async () => (await factsOf(standby.healthUrl)).polls === false)
  expect(await factsOf(standby.healthUrl)).toEqual({
    polls: false,
    unhandled: 1,
    oldestUnhandledSeconds: 90,
    unfiled: 0,
  })
})

it('an inbox with a new UIDVALIDITY is read again, and no mail has a second effect', async () => {
  await using fixture = await mailboxFixture()
  const ids = Array.from({ length: 3 }, () => randomUUID())
  for (const id of ids) await fixture.imap.append('INBOX', fixture.bookings(id))
  await fixture.start()
  await inState(fixture, 'processing', ids.length)
  fixture.imapProxy.down()
  await renumber(fixture)
  fixture.imapProxy.up()
  await inState(fixture, 'completed', ids.length)
  const rows = await fixture.database.knex('mails').distinct('uid_validity')
  expect(rows).toHaveLength(2)
  await decide(fixture, 'completed')
  await eventually(async () => {
    for (const id of ids) expect(await placesOf(fixture, id)).toEqual(['Processed'])
    return true
  })
  expect(await runsOf(fixture, ...ids.map(idOf))).toHaveLength(ids.length)
  expect((await fixture.rows()).map((row) => row.filed_to)).toEqual(Array(2 * ids.length).fill('Processed'))
})

it('a mail that the server cannot read is recorded with the reason, and blocks no other', async () => {
  await using fixture = await mailboxFixture()
  await fixture.imap.append('INBOX', fixture.bookings(randomUUID()))
  for (const part of ['new', 'cur']) {
    for (const name of await readdir(join(fixture.maildir, part))) await chmod(join(fixture.maildir, part, name), 0o000)
  }
  const sent = await fixture.send(1)
  await fixture.start()
  await fixture.filed(sent)
  const [row] = await eventually(async () => {
    const failed = (await fixture.rows()).filter(({ reason }) => reason?.includes('could not be fetched'))
    return failed.length === 1 && failed
  })
  expect(row).toMatchObject({ uid: 1, state: 'failed' })
  expect(await fixture.database.knex('unfetched_mails')).toEqual([])
})

it('a mail at which the connection always ends fails in the end, and blocks no other', async () => {
  await using fixture = await mailboxFixture()
  await fixture.imap.append('INBOX', fixture.bookings(randomUUID()))
  let times = 0
  const cutAgain = () => {
    times++
    void fixture.imapProxy.set({ command: /UID FETCH 1 .*BODY/, when: 'halfway' }, cutAgain)
  }
  cutAgain()
  const sent = await fixture.send(1)
  await fixture.start()
  await fixture.filed(sent)
  const reason = await eventually(
    async () => (await fixture.rows()).find(({ uid, state }) => uid === 1 && state === 'failed')?.reason,
    { timeoutMs: 20_000 },
  )
  expect(reason).toContain('The connection ended.')
  expect(times).toBeGreaterThan(5)
})

it('a mail that is removed while it is fetched leaves no row', async () => {
  await using fixture = await mailboxFixture()
  await fixture.imap.append('INBOX', fixture.bookings(randomUUID()))
  const sent = await fixture.send(1)
  const sprung = fixture.imapProxy.set({ command: /UID FETCH 1 .*BODY/, when: 'before' })
  await fixture.start()
  await sprung
  await fixture.imap.mailboxOpen('INBOX')
  await fixture.imap.messageDelete('1', { uid: true })
  await fixture.filed(sent)
  await eventually(async () => (await fixture.database.knex('unfetched_mails')).length === 0)
  expect(await fixture.rows()).toHaveLength(sent.size)
})

it('mails that a folder does not accept stay in the inbox, health reports it, and they are filed later', async () => {
  const clock = movableClock(new Date())
  await using fixture = await mailboxFixture({ clock })
  const { healthUrl: url } = await fixture.start()
  await fixture.filed(await fixture.send(1))
  expect(await checksOf(url)).toEqual({ mailbox: 'up', folders: 'up' })
  await chmod(join(fixture.maildir, '.Failed'), 0o000)
  const stuck = await fixture.send(2, ['Failed'])
  await fixture.filed(await fixture.send(2, ['Processed', 'Quarantine']))
  await eventually(async () => (await checksOf(url)).folders === 'down')
  const found = await fixture.places()
  expect([...stuck.keys()].map((id) => found.get(id))).toEqual([['INBOX'], ['INBOX']])
  await chmod(join(fixture.maildir, '.Failed'), 0o700)
  clock.advance(20_000)
  await fixture.filed(stuck)
  await eventually(async () => (await checksOf(url)).folders === 'up')
})

it('mails flagged \\Deleted by others stay, also without UIDPLUS', async () => {
  await using fixture = await mailboxFixture({ lacking: ['MOVE', 'UIDPLUS'] })
  await fixture.start()
  const messageId = randomUUID()
  await fixture.imap.append('INBOX', fixture.bookings(messageId), ['\\Deleted'])
  await inState(fixture, 'processing', 1)
  await fixture.filed(await fixture.send(2))
  expect(await placesOf(fixture, messageId)).toEqual(['INBOX'])
  await fixture.imap.mailboxOpen('INBOX')
  expect(await fixture.imap.search({ deleted: true }, { uid: true })).toEqual([1])
})

it('new mails are found by an announcement of the server, and by polling', async () => {
  await using announced = await mailboxFixture()
  await announced.start({ settings: { IMPORT_POLL: '1h' } })
  await announced.filed(await announced.send(1))
  await using silent = await mailboxFixture({ lacking: ['IDLE'] })
  await silent.start()
  await silent.filed(await silent.send(1))
  expect(announced.imapProxy.said()).toContain(' IDLE')
  expect(silent.imapProxy.said()).not.toContain(' IDLE')
})

it('a leader whose mail server is unreachable is unhealthy after two polls and a minute, and healthy afterwards', async () => {
  const clock = movableClock(new Date())
  await using fixture = await mailboxFixture({ clock })
  const { healthUrl: url } = await fixture.start()
  await fixture.filed(await fixture.send(1))
  fixture.imapProxy.down()
  clock.advance(30_000)
  expect((await checksOf(url)).mailbox).toBe('up')
  // A look that was under way may still have ended well.
  await eventually(async () => {
    clock.advance(10_000)
    return (await checksOf(url)).mailbox === 'down'
  })
  const metrics = await (await fetch(`${url}/metrics`)).text()
  expect(metrics).toMatch(/importer_mailbox_last_poll_age_seconds\S* \d/)
  fixture.imapProxy.up()
  await eventually(async () => (await checksOf(url)).mailbox === 'up')
  await fixture.filed(await fixture.send(1))
})

it('a replica that stands by is always healthy, and a leader with a wrong password is unhealthy immediately', async () => {
  const clock = movableClock(new Date())
  await using fixture = await mailboxFixture({ clock })
  await fixture.start()
  await fixture.filed(await fixture.send(1))
  const standby = await fixture.start()
  clock.advance(600_000)
  expect(await checksOf(standby.healthUrl)).toEqual({ mailbox: 'up', folders: 'up' })
  await using other = await mailboxFixture()
  const wrong = new URL(other.imapProxy.url)
  wrong.password = 'wrong'
  const { healthUrl: url } = await other.start({ settings: { IMAP_URL: wrong.href } })
  await eventually(async () => (await checksOf(url)).mailbox === 'down')
})

it('a replica that is stopped while it fetches finishes the current mail, and the next replica continues', async () => {
  await using fixture = await mailboxFixture()
  const sent = await fixture.send(40, ['Quarantine'])
  const replica = await fixture.start()
  await eventually(async () => (await fixture.rows()).length > 0, { everyMs: 5 })
  await replica.stop()
  expect((await fixture.rows()).length).toBeLessThan(sent.size)
  await fixture.start()
  await fixture.filed(sent, { timeoutMs: 25_000 })
})
