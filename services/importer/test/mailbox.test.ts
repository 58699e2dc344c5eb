import { randomUUID } from 'node:crypto'
import { chmod, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { eventually } from '@guidebook/service-kit/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type MailboxFixture, mailboxFixture, type Replica } from './mailbox-fixture.ts'

const idOf = (messageId: string) => `<${messageId}@operator.example>`
const runsOf = async ({ database }: MailboxFixture, ...messageIds: string[]) =>
  await database
    .knex('runs')
    .join('mails as m', 'm.id', 'runs.mail')
    .whereIn('m.message_id', messageIds)
    .select('runs.id')
/** Rows of the mails, and of their copies. */
const rowsOf = ({ database }: MailboxFixture, messageIds: readonly string[]) => {
  const first = database.knex('mails').whereIn('message_id', messageIds.map(idOf)).select('id')
  return database.knex('mails').where((row) => row.whereIn('id', first).orWhereIn('same_as', first))
}
/** Decides about all mails as the rest of the service would. */
const decide = ({ database }: MailboxFixture, state: string) =>
  database.knex('mails').where({ state: 'processing' }).update({ state, finished_at: new Date() })
const inState = (fixture: MailboxFixture, state: string, messageIds: readonly string[]) =>
  eventually(async () => (await rowsOf(fixture, messageIds).where({ state })).length === messageIds.length)
/** The folders in which a mail is. */
const placesOf = async (fixture: MailboxFixture, messageId: string) =>
  (await fixture.places()).get(idOf(messageId)) ?? []
/** The UID of the next mail in the inbox. */
const nextUid = async ({ imap }: MailboxFixture): Promise<number> => {
  const status = await imap.status('INBOX', { uidNext: true })
  return status ? (status.uidNext ?? 0) : 0
}

/** The row of a mail that could not be fetched. */
const unread = async (fixture: MailboxFixture, uid: number) =>
  (await fixture.rows()).find((row) => row.uid === uid && row.reason?.includes('could not be fetched'))

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
  let replica: Replica
  beforeAll(async () => {
    fixture = await mailboxFixture()
    replica = await fixture.start()
  })
  afterAll(() => fixture?.[Symbol.asyncDispose]())

  it('a mail that is received twice is handled once, and both copies are filed like the first', async () => {
    const messageId = randomUUID()
    const raw = fixture.bookings(messageId)
    await fixture.imap.append('INBOX', raw)
    await inState(fixture, 'processing', [messageId])
    // While the first is still being handled.
    await fixture.imap.append('INBOX', raw)
    await inState(fixture, 'completed', [messageId])
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
    await fixture.filed(await fixture.send(1, ['Failed']))
    await fixture.imap.mailboxOpen('INBOX')
    await fixture.imap.mailboxDelete('Failed')
    await fixture.filed(await fixture.send(1, ['Failed']))
  })

  it('a mail at which the connection always ends fails in the end, and blocks no other', async () => {
    const broken = await nextUid(fixture)
    let times = 0
    const cutAgain = () => {
      times++
      void fixture.imapProxy.set({ command: new RegExp(`UID FETCH ${broken} .*BODY`), when: 'halfway' }, cutAgain)
    }
    cutAgain()
    await fixture.imap.append('INBOX', fixture.bookings(randomUUID()))
    await fixture.filed(await fixture.send(1, ['Quarantine']))
    const reason = await eventually(async () => (await unread(fixture, broken))?.reason)
    expect(reason).toContain('The connection ended.')
    expect(times).toBeGreaterThan(5)
  })

  it('a mail that is removed while it is fetched leaves no row', async () => {
    const removed = await nextUid(fixture)
    const command = new RegExp(`UID FETCH ${removed} .*BODY`)
    const sprung = fixture.imapProxy.set({ command, when: 'before' }, () => fixture.imapProxy.down())
    await fixture.imap.append('INBOX', fixture.bookings(randomUUID()))
    await sprung
    await fixture.imap.mailboxOpen('INBOX')
    await fixture.imap.messageDelete(String(removed), { uid: true })
    fixture.imapProxy.up()
    const { length } = await fixture.rows()
    const sent = await fixture.send(1, ['Quarantine'])
    await fixture.filed(sent)
    await eventually(async () => (await fixture.database.knex('unfetched_mails')).length === 0)
    expect(await fixture.rows()).toHaveLength(length + sent.size)
  })

  it('a replica that is stopped while it fetches finishes the current mail, and the next replica continues', async () => {
    await replica.stop()
    const { length } = await fixture.rows()
    const uid = await nextUid(fixture)
    const sent = await fixture.send(3, ['Quarantine'])
    // Storing the first mail waits for this row of the same mail.
    const storing = await fixture.database.knex.transaction()
    await storing.raw(
      `insert into mails (id, mailbox, uid_validity, uid, raw_key, raw_sha256, bytes, received_at, state)
       select gen_random_uuid(), mailbox, uid_validity, cast(? as bigint), '', '', 0, now(), 'failed'
       from mails order by id desc limit 1`,
      [uid],
    )
    replica = await fixture.start()
    const waiting = 'select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))'
    await eventually(async () => (await storing.raw(waiting)).rows.length > 0)
    const stopped = replica.stop()
    await storing.rollback()
    await stopped
    expect(await fixture.rows()).toHaveLength(length + 1)
    replica = await fixture.start({ settings: { IMPORT_POLL: '1h' } })
    await fixture.filed(sent)
  })

  it('new mails are found by an announcement of the server', async () => {
    fixture.imapProxy.said()
    // This replica polls every hour.
    await fixture.filed(await fixture.send(1, ['Quarantine']))
    expect(fixture.imapProxy.said()).toContain(' IDLE')
  })

  it('a mail that the server cannot read is recorded with the reason, and blocks no other', async () => {
    await replica.stop()
    const uid = await nextUid(fixture)
    await fixture.imap.append('INBOX', fixture.bookings(randomUUID()))
    for (const part of ['new', 'cur']) {
      for (const name of await readdir(join(fixture.maildir, part)))
        await chmod(join(fixture.maildir, part, name), 0o000)
    }
    const sent = await fixture.send(1, ['Quarantine'])
    replica = await fixture.start()
    await fixture.filed(sent)
    const row = await eventually(() => unread(fixture, uid))
    expect(row).toMatchObject({ uid, state: 'failed' })
    expect(await fixture.database.knex('unfetched_mails')).toEqual([])
  })

  it('an inbox with a new UIDVALIDITY is read again, and no mail has a second effect', async () => {
    const ids = Array.from({ length: 3 }, () => randomUUID())
    for (const id of ids) await fixture.imap.append('INBOX', fixture.bookings(id))
    await inState(fixture, 'processing', ids)
    fixture.imapProxy.down()
    await renumber(fixture)
    fixture.imapProxy.up()
    await inState(fixture, 'completed', ids)
    expect(await rowsOf(fixture, ids).distinct('uid_validity')).toHaveLength(2)
    await decide(fixture, 'completed')
    await eventually(async () => {
      for (const id of ids) expect(await placesOf(fixture, id)).toEqual(['Processed'])
      return true
    })
    expect(await runsOf(fixture, ...ids.map(idOf))).toHaveLength(ids.length)
    const filed = await rowsOf(fixture, ids).select('filed_to')
    expect(filed.map((row) => row.filed_to)).toEqual(Array(2 * ids.length).fill('Processed'))
  })
})

describe('an importer of a server without MOVE, UIDPLUS and IDLE', () => {
  let fixture: MailboxFixture
  beforeAll(async () => {
    fixture = await mailboxFixture({ lacking: ['MOVE', 'UIDPLUS', 'IDLE'] })
    await fixture.start({ settings: { IMPORT_POLL: '200ms' } })
  })
  afterAll(() => fixture?.[Symbol.asyncDispose]())

  it('new mails are found by polling', async () => {
    await fixture.filed(await fixture.send(1, ['Quarantine']))
    expect(fixture.imapProxy.said()).not.toContain(' IDLE')
  })

  it('mails flagged \\Deleted by others stay', async () => {
    const messageId = randomUUID()
    const uid = await nextUid(fixture)
    await fixture.imap.append('INBOX', fixture.bookings(messageId), ['\\Deleted'])
    await inState(fixture, 'processing', [messageId])
    await fixture.filed(await fixture.send(1, ['Failed', 'Quarantine']))
    expect(await placesOf(fixture, messageId)).toEqual(['INBOX'])
    await fixture.imap.mailboxOpen('INBOX')
    expect(await fixture.imap.search({ deleted: true }, { uid: true })).toEqual([uid])
  })
})
