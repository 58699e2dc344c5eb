import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { emit } from '../src/broker/index.ts'
import type { Database } from '../src/database/database.ts'
import { replaySent } from '../src/database/replay-sent.ts'
import { eventually, testVirtualHost } from '../src/test/index.ts'
import { Stack, silent, urlOf } from './fixture.ts'

const type = 'guidebook.changed.v1'

const stack = new Stack()
let url: string
let sender: Database
let receiver: Database
const handled: number[] = []

beforeAll(async () => {
  url = await testVirtualHost('service-kit')
  sender = await stack.database('geodata')
  receiver = await stack.database('releases')
  const sending = stack.broker({ url, service: 'geodata', database: sender })
  const receiving = stack.broker({ url, service: 'releases', database: receiver, log: silent })
  const subscription = receiving.subscribe(type, async ({ data }, { once }) => {
    await once(async () => void handled.push(data.version))
  })
  await stack.start(sending.relay, subscription)
})
beforeEach(async () => {
  await sender.knex.raw('TRUNCATE outbox, sent_messages')
  handled.length = 0
})
afterAll(() => stack[Symbol.asyncDispose]())

const sendAll = (versions: readonly number[]) =>
  sender.transaction(async (trx) => {
    for (const version of versions) await emit(trx, type, { account: 'a', guidebook: 'g', version }, { subject: 'g' })
  })
const sent = async () => Number((await sender.knex('sent_messages').count('* as n').first())?.n)
const byVersion = () => sender.knex('sent_messages').orderByRaw(`(data->>'version')::int`)

test('a message that was sent again has its effect only where it had none', async () => {
  await sendAll([1, 2, 3])
  await eventually(async () => handled.length === 3 && (await sent()) === 3)
  const kept = await byVersion()
  expect(kept.map(({ type, subject, data }) => [type, subject, data.version])).toEqual(
    [1, 2, 3].map((version) => [type, 'g', version]),
  )

  // The receiver is as it was before the third message.
  await receiver.knex('inbox').where({ message_id: kept[2].message_id }).delete()
  expect(await replaySent(urlOf(sender), 'geodata')).toBe(3)
  await eventually(async () => handled.length === 4 && (await sent()) === 3)
  expect(handled.toSorted()).toEqual([1, 2, 3, 3])
  const again = await byVersion()
  const identity = (rows: typeof kept) => rows.map(({ sent_at, ...row }) => row)
  expect(identity(again)).toEqual(identity(kept))
})

test('only messages sent since a time are sent again', async () => {
  await sendAll([1, 2])
  await eventually(async () => (await sent()) === 2)
  await sender
    .knex('sent_messages')
    .update({ sent_at: sender.knex.raw(`now() - (data->>'version')::int * interval '1 hour'`) })
  expect(await replaySent(urlOf(sender), 'geodata', { since: new Date(Date.now() - 90 * 60_000) })).toBe(1)
})

test('a receiver of an old backup does not forget what it handled before the messages come again', async () => {
  await receiver.knex.raw(`UPDATE inbox SET handled_at = now() - interval '20 days'`)
  expect(await replaySent(urlOf(receiver), 'releases')).toBe(0)
  const { rows } = await receiver.knex.raw(
    `SELECT count(*)::int AS old FROM inbox WHERE handled_at < now() - interval '1 day'`,
  )
  expect(rows[0].old).toBe(0)
})
