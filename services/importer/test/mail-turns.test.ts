import { randomUUID } from 'node:crypto'
import { uuidv7 } from '@guidebook/service-kit'
import { eventually, type TestSurroundings, testSurroundings } from '@guidebook/service-kit/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { claimMail, sharedTurn } from '../src/mail/queries.ts'
import { storeFetched } from '../src/pipeline/fetch/fetch-queries.ts'
import { markFiled } from '../src/pipeline/file/filing-queries.ts'
import { migrations } from '../src/schema.ts'
import { aMail, authservId, senderOf } from './a-mail.ts'
import { startFixture } from './fixture.ts'
import { bookings, listOf } from './list.ts'

const leaseMs = 20_000

const fetched = (uid: number, turn_account: string) => ({
  id: uuidv7(),
  mailbox: 'a',
  uid_validity: 1,
  uid,
  raw_key: `key ${uid}`,
  raw_sha256: String(uid),
  bytes: 1,
  received_at: new Date(),
  turn_account,
})

describe('mails in the database', () => {
  let surroundings: TestSurroundings
  beforeAll(async () => {
    surroundings = await testSurroundings('importer', migrations)
  })
  afterAll(() => surroundings[Symbol.asyncDispose]())

  /** Claims as many mails as possible, several at a time. */
  const claimAll = async (now: number): Promise<number[]> => {
    const claim = () => claimMail(surroundings.database.knex, new Date(now), new Date(now + leaseMs))
    const claims = await Promise.all(Array.from({ length: 8 }, claim))
    return claims.flatMap((mail) => mail?.uid ?? []).toSorted()
  }

  it('accounts take turns when mails are handled, and unknown senders share one turn', async () => {
    const { knex } = surroundings.database
    const [busy, other] = [randomUUID(), randomUUID()]
    const senders = [busy, busy, busy, busy, sharedTurn, sharedTurn, sharedTurn, other, other]
    for (const [uid, turnAccount] of senders.entries()) {
      await storeFetched(knex, fetched(uid, turnAccount))
    }
    const taken: string[] = []
    for (let second = 0; second <= senders.length; second++) {
      const now = new Date(Date.UTC(2027, 0, 1, 0, 0, 0, second))
      const mail = await claimMail(knex, now, new Date(now.getTime() + leaseMs))
      if (mail === undefined) continue
      taken.push(senders[mail.uid] ?? '')
      await knex('mails').where({ id: mail.id }).update({ state: 'processing' })
    }
    const rounds = [taken.slice(0, 3), taken.slice(3, 6), taken.slice(6, 8), taken.slice(8)]
    expect(rounds.map((round) => round.toSorted())).toEqual([
      [busy, sharedTurn, other].toSorted(),
      [busy, sharedTurn, other].toSorted(),
      [busy, sharedTurn].toSorted(),
      [busy],
    ])
  })

  it('an account has one mail in handling at a time, its oldest; mails of the shared turn are handled at once', async () => {
    const { knex } = surroundings.database
    const turnAccount = randomUUID()
    for (let uid = 101; uid <= 103; uid++) await storeFetched(knex, fetched(uid, turnAccount))
    for (let uid = 201; uid <= 203; uid++) await storeFetched(knex, fetched(uid, sharedTurn))
    const begun = Date.now()
    expect(await claimAll(begun)).toEqual([101, 201, 202, 203])
    expect(await claimAll(begun + leaseMs - 1)).toEqual([])
    await knex('mails').where({ uid: 101 }).update({ state: 'processing' })
    expect(await claimAll(begun + leaseMs - 1)).toEqual([102])
  })

  it('mails that a process had in handling when it ended are handled one at a time, beside others', async () => {
    const { knex } = surroundings.database
    await knex('mails').update({ state: 'processing' })
    for (let uid = 301; uid <= 303; uid++) await storeFetched(knex, fetched(uid, randomUUID()))
    const begun = Date.now()
    expect(await claimAll(begun)).toEqual([301, 302, 303])
    await storeFetched(knex, fetched(401, randomUUID()))
    const again = await claimAll(begun + leaseMs + 1)
    expect(again).toHaveLength(2)
    const [first, other] = again
    expect([301, 302, 303]).toContain(first)
    expect(other).toBe(401)
    expect(await claimAll(begun + leaseMs + 1)).toEqual([])
    await knex('mails').whereIn('uid', again).update({ state: 'processing' })
    expect(await claimAll(begun + leaseMs + 2)).toHaveLength(1)
  })

  it('a mail that is found again in another mailbox is filed with its repetition, which continues the move', async () => {
    const { knex } = surroundings.database
    const first = fetched(501, sharedTurn)
    await storeFetched(knex, first)
    const move = { filing_folder: 'Processed', filing_uid_validity: 7, filing_uid_next: 3 }
    await knex('mails')
      .where({ id: first.id })
      .update({ state: 'completed', ...move })
    const again = { ...first, id: uuidv7(), mailbox: 'b' }
    await storeFetched(knex, again)
    expect(await knex('mails').where({ id: again.id }).first()).toMatchObject({ same_as: first.id, ...move })
    await markFiled(knex, [{ ...again, filing_attempts: 0 }], 'Processed')
    const filed = await knex('mails').whereIn('id', [first.id, again.id]).pluck('filed_to')
    expect(filed).toEqual(['Processed', 'Processed'])
  })
})

it('a mail gets the turn of an account only if the mail server confirms the sender', async () => {
  await using fixture = await startFixture()
  await fixture.configure()
  const from = senderOf(fixture.account)
  const sent = {
    authentic: aMail({ account: fixture.account, csv: listOf(...bookings(1)), messageId: 'authentic' }),
    forged: aMail({ account: fixture.account, from, authentication: `${authservId}; dmarc=fail`, messageId: 'forged' }),
    unknown: aMail({ account: fixture.account, from: 'somebody@elsewhere.example', messageId: 'unknown' }),
  }
  for (const raw of Object.values(sent)) await fixture.imap.append('INBOX', raw)
  const turns = await eventually(async () => {
    const mails = await fixture.database.knex('mails').whereNotNull('message_id').select('message_id', 'turn_account')
    return mails.length === 3 && Object.fromEntries(mails.map((mail) => [mail.message_id, mail.turn_account]))
  })
  expect(turns).toEqual({
    '<authentic@operator.example>': fixture.account,
    '<forged@operator.example>': sharedTurn,
    '<unknown@operator.example>': sharedTurn,
  })
})
