import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { type Broker, createLogger } from '@guidebook/service-kit'
import { eventually, movableClock } from '@guidebook/service-kit/test'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Context } from '../src/context.ts'
import { createUnansweredLoop } from '../src/pipeline/settle/unanswered-commands.ts'
import { aMail } from './a-mail.ts'
import { type Fixture, startFixture } from './fixture.ts'
import { bookings, listOf } from './list.ts'

const clock = movableClock(new Date())
const log = createLogger({ service: 'importer', level: 'silent' })
let fixture: Fixture
let replica: Fixture['replica']
beforeAll(async () => {
  fixture = await startFixture({ clock })
  replica = fixture.replica
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

/** Records a command whose message was lost; returns whether it still waits for a response. */
const loseOne = async () => {
  const command = randomUUID()
  const lost = { command, account: randomUUID(), download_code: 1, message: randomUUID(), sent_at: new Date(0) }
  await fixture.database.knex('unsettled_commands').insert(lost)
  return async () => (await fixture.database.knex('unsettled_commands').where({ command })).length > 0
}

/** Waits until the rows of commands without a response have been failed. */
const unansweredFailed = async () => {
  const waits = await loseOne()
  await eventually(async () => !(await waits()))
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
  await replica.stop()
  await answer(sent)
  clock.advance(20 * 60_000)
  replica = await fixture.startReplica()
  expect(await completed(sent)).toEqual(['Importbericht: 1 angelegt'])
  expect(await fixture.database.knex('rows').where({ command: sent.data.commandId }).first('status')).toEqual({
    status: 'created',
  })
})

it.each(['broker', 'database'] as const)(
  'the time for a response begins again after an outage of the %s',
  async (part) => {
    await replica.stop()
    const minutes = (count: number) => clock.advance(count * 60_000)
    let isUp = true
    let runs = 0
    const { knex } = fixture.database
    const database = {
      ...fixture.database,
      get knex() {
        if (part === 'database' && !isUp) throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
        return knex
      },
    }
    const broker = {
      get isUsable() {
        runs++
        return part !== 'broker' || isUp
      },
    }
    const context = { clock, database, log, wake: new EventEmitter() } as unknown as Context
    const loop = createUnansweredLoop(context, broker as Broker)
    /** Two, because the first one may have begun before. */
    const twoRuns = async () => {
      const before = runs
      await eventually(() => {
        loop.wake()
        return runs >= before + 2
      })
    }
    await loop.start()
    try {
      const waits = await loseOne()
      isUp = false
      minutes(20)
      await twoRuns()
      isUp = true
      minutes(14)
      await twoRuns()
      expect(await waits()).toBe(true)
      minutes(2)
      await eventually(async () => {
        loop.wake()
        return !(await waits())
      })
    } finally {
      await loop.stop()
      replica = await fixture.startReplica()
    }
  },
)
