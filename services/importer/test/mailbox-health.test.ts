import { randomUUID } from 'node:crypto'
import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { eventually, movableClock, testAccount } from '@guidebook/service-kit/test'
import { afterAll, beforeAll, expect, it } from 'vitest'
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

const clock = movableClock('2027-03-01T01:00:00Z')
let fixture: MailboxFixture
let url: string
beforeAll(async () => {
  fixture = await mailboxFixture({ clock })
  url = (await fixture.start()).healthUrl
})
afterAll(() => fixture?.[Symbol.asyncDispose]())

it('health reports the time of the last poll, and how many mails wait for how long', async () => {
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
  await standby.stop()
  const suspended = testAccount({ suspended: true })
  await fixture.bus.send('account.changed.v1', suspended)
  await fixture.database.knex('mails').update({ state: 'processing', account: suspended.id })
  await eventually(async () => (await factsOf(url)).unhandled === 0)
  expect(await factsOf(url)).toMatchObject({ oldestUnhandledSeconds: 0 })
  await fixture.database.knex('mails').update({ state: 'failed', leased_until: null })
})

it('mails that a folder does not accept stay in the inbox, health reports it, and they are filed later', async () => {
  await fixture.filed(await fixture.send(1, ['Failed']))
  expect(await checksOf(url)).toEqual({ mailbox: 'up', folders: 'up' })
  await chmod(join(fixture.maildir, '.Failed'), 0o000)
  const stuck = await fixture.send(2, ['Failed'])
  await fixture.filed(await fixture.send(1, ['Processed', 'Quarantine']))
  await eventually(async () => (await checksOf(url)).folders === 'down')
  const found = await fixture.places()
  expect([...stuck.keys()].map((id) => found.get(id))).toEqual([['INBOX'], ['INBOX']])
  await chmod(join(fixture.maildir, '.Failed'), 0o700)
  clock.advance(20_000)
  await fixture.filed(stuck)
  await eventually(async () => (await checksOf(url)).folders === 'up')
})

it('mails of a mailbox that is no longer configured do not wait', async () => {
  const { knex } = fixture.database
  const now = clock.now()
  const former = { mailbox: 'import@former.example/INBOX', uid_validity: 1 }
  const unread = { raw_key: '', raw_sha256: '', bytes: 1, state: 'failed', received_at: now, finished_at: now }
  await knex('mails').insert({ id: randomUUID(), ...former, uid: 1, ...unread, filing_fault: 'Quota exceeded.' })
  await knex('unfetched_mails').insert({ ...former, uid: 2, reason: 'Unavailable.', since: now, retry_at: now })
  // A new connection compares the whole inbox.
  fixture.imapProxy.down()
  fixture.imapProxy.up()
  await eventually(async () => (await knex('unfetched_mails')).length === 0)
  expect(await factsOf(url)).toMatchObject({ unhandled: 0, unfiled: 0 })
  await eventually(async () => (await checksOf(url)).mailbox === 'up')
  expect((await checksOf(url)).folders).toBe('up')
})

it('a leader whose mail server is unreachable is unhealthy after two polls and a minute, and healthy afterwards', async () => {
  await fixture.filed(await fixture.send(1, ['Failed']))
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
  await fixture.filed(await fixture.send(1, ['Failed']))
})

it('a replica that stands by is always healthy, and a leader with a wrong password is unhealthy immediately', async () => {
  await fixture.filed(await fixture.send(1, ['Failed']))
  const standby = await fixture.start()
  clock.advance(600_000)
  expect(await checksOf(standby.healthUrl)).toEqual({ mailbox: 'up', folders: 'up' })
  await standby.stop()
  // The leader of another mailbox.
  const wrong = new URL(fixture.imapProxy.url)
  wrong.username = 'other'
  wrong.password = 'wrong'
  const other = await fixture.start({ settings: { IMAP_URL: wrong.href } })
  await eventually(async () => (await checksOf(other.healthUrl)).mailbox === 'down')
  expect(await factsOf(other.healthUrl)).toMatchObject({ lastPoll: null, unreadSince: clock.now().toISOString() })
  await other.stop()
})
