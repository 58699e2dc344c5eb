import { randomUUID } from 'node:crypto'
import { eventually, movableClock } from '@guidebook/service-kit/test'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aMail } from './a-mail.ts'
import { type Fixture, startFixture } from './fixture.ts'
import { bookings, listOf } from './list.ts'

const clock = movableClock(new Date())
let fixture: Fixture
beforeAll(async () => {
  fixture = await startFixture({ clock })
  await fixture.configure()
})
afterAll(() => fixture[Symbol.asyncDispose]())

/** Sends a list with one row; returns the Message-ID of its mail and the command, whose message has left the outbox. */
const sendOne = async () => {
  const { knex } = fixture.database
  const messageId = randomUUID()
  const heard = fixture.commands.length
  await fixture.imap.append('INBOX', aMail({ account: fixture.account, csv: listOf(...bookings(1)), messageId }))
  const { id: message, data } = await eventually(() => fixture.commands[heard])
  await eventually(() => knex('sent_messages').where({ message_id: message }).first())
  return { mail: `<${messageId}@operator.example>`, message, data }
}

const answer = ({ data: { account, commandId, request } }: Awaited<ReturnType<typeof sendOne>>) =>
  fixture.bus.send('release.create-settled.v1', {
    account,
    commandId,
    status: 'created',
    link: 'abcdefghijklmnopqrstu',
    downloadCode: request.downloadCode,
    faults: [],
  })

/** Waits until the rows of commands without a response have been failed: with them, a command whose message was lost. */
const unansweredFailed = async () => {
  const command = randomUUID()
  const lost = { command, account: randomUUID(), download_code: 1, message: randomUUID(), sent_at: new Date(0) }
  await fixture.database.knex('unsettled_commands').insert(lost)
  await eventually(async () => (await fixture.database.knex('unsettled_commands').where({ command })).length === 0)
}

const completed = async ({ mail }: Awaited<ReturnType<typeof sendOne>>) => {
  const { knex } = fixture.database
  await eventually(() => knex('mails').where({ message_id: mail, state: 'completed' }).first())
  const reports = await knex('outgoing_mails').whereRaw(`content->>'inReplyTo' = ?`, [mail]).select('content')
  return reports.map(({ content }) => content.subject)
}

it('the time for a response counts from when the message left, not from when its command was recorded', async () => {
  const sent = await sendOne()
  const { knex } = fixture.database
  const row = () => knex('rows').where({ command: sent.data.commandId }).first('status')
  // As if the broker had been unavailable for an hour.
  const left = new Date(clock.now().getTime() + 3_600_000)
  await knex('sent_messages').where({ message_id: sent.message }).update({ sent_at: left })
  clock.set(left)
  for (let polls = 0; polls < 2; polls++) await unansweredFailed()
  expect(await row()).toEqual({ status: 'pending' })
  await answer(sent)
  expect(await completed(sent)).toEqual(['Importbericht: 1 angelegt'])
})

it('a response that arrived while no importer ran is not too late', async () => {
  const sent = await sendOne()
  await fixture.replica.stop()
  await answer(sent)
  clock.advance(20 * 60_000)
  await fixture.startReplica()
  expect(await completed(sent)).toEqual(['Importbericht: 1 angelegt'])
  expect(await fixture.database.knex('rows').where({ command: sent.data.commandId }).first('status')).toEqual({
    status: 'created',
  })
})
