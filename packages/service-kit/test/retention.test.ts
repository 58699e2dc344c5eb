import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { systemClock } from '../src/clock/clock.ts'
import type { Database } from '../src/database/database.ts'
import {
  days,
  deleteExpired,
  piecewiseRule,
  type RetentionRule,
  retentionRule,
  sweepRows,
} from '../src/database/retention.ts'
import { createSweepers, kitRules } from '../src/database/sweeper.ts'
import { prometheusText } from '../src/telemetry/index.ts'
import { eventually, sequentialScans } from '../src/test/index.ts'
import { Stack, silent } from './fixture.ts'

const stack = new Stack()
let database: Database
beforeAll(async () => {
  database = await stack.database('releases')
})
beforeEach(() => database.knex.raw('TRUNCATE inbox, idempotency_keys, outgoing_mails, sent_messages'))
afterAll(() => stack[Symbol.asyncDispose]())

const rules = kitRules({ SENT_MESSAGE_RETENTION: days(1), MAIL_RETENTION: days(90) })
const count = async (table: string) => Number((await database.knex(table).count('* as n').first())?.n)

/** Rows that are one hour older than the row before. */
const fill = async (rows: number) => {
  const { knex } = database
  const time = `now() - n * interval '1 hour' FROM generate_series(1, ${rows}) AS n`
  await knex.raw(`INSERT INTO inbox (message_id, queue, handled_at) SELECT gen_random_uuid(), 'q', ${time}`)
  await knex.raw(
    `INSERT INTO sent_messages (message_id, type, data, created_at, sent_at) SELECT gen_random_uuid(), 't', '{}', now(), ${time}`,
  )
  await knex.raw(`INSERT INTO idempotency_keys (account, method, path, key, fingerprint, created_at)
    SELECT 'a', 'POST', '/', n::text, '', ${time}`)
  await knex.raw(`INSERT INTO outgoing_mails (id, content, state, settled_at)
    SELECT gen_random_uuid(), '{}', CASE n % 3 WHEN 0 THEN 'waiting' WHEN 1 THEN 'sent' ELSE 'failed' END,
      CASE n % 3 WHEN 0 THEN NULL ELSE now() - n * interval '1 hour' END FROM generate_series(1, ${rows}) AS n`)
}

const sweepUntil = async (swept: readonly RetentionRule[], isDone: () => Promise<boolean>) => {
  const sweepers = createSweepers({ database, rules: swept, clock: systemClock, log: silent })
  for (const sweeper of sweepers) await sweeper.start()
  await eventually(isDone)
  for (const sweeper of sweepers) await sweeper.stop()
}

test('expired rows of the kit’s tables are deleted; younger ones and waiting mails stay', async () => {
  await fill(2_400)
  await sweepUntil(rules, async () => (await count('inbox')) < 168 && (await count('outgoing_mails')) < 2_400)
  expect([await count('inbox'), await count('idempotency_keys'), await count('sent_messages')]).toEqual([167, 23, 23])
  // A third of the mails waits; of the others those of 90 days stay.
  const waiting = await database.knex('outgoing_mails').where({ state: 'waiting' }).count('* as n').first()
  expect([Number(waiting?.n), await count('outgoing_mails')]).toEqual([800, 800 + Math.round((90 * 24 * 2) / 3)])
  expect(await prometheusText()).toMatch(/^sweeper_deleted_rows_total\{.*table="inbox".*\} 2233$/m)
})

test('a sweeper with pieces goes on after those whose rows all stay', async () => {
  await fill(2_400)
  const condition = `handled_at > now() - interval '100 hours'`
  const rule = piecewiseRule('inbox', { time: 'handled_at', keepMs: 0, condition })
  await sweepUntil([rule], async () => (await count('inbox')) < 2_400)
  expect(await count('inbox')).toBe(2_400 - 99)
})

test('a rule without an end deletes nothing', async () => {
  await fill(300)
  expect(await sweepRows(database.knex, [retentionRule('inbox', { time: 'handled_at', keepMs: null })])).toEqual(
    new Map(),
  )
  expect(await count('inbox')).toBe(300)
})

test('a batch takes a thousand rows, the oldest first, and skips those that another sweep has locked', async () => {
  await fill(1_500)
  const [rule] = rules.filter(({ table }) => table === 'inbox')
  if (rule === undefined) throw new Error('the inbox has a rule')
  const other = await database.knex.transaction()
  await other.raw(deleteExpired(rule), { now: new Date(), keepMs: 0, batch: 100 })
  const deleted = await sweepRows(database.knex, [{ ...rule, keepMs: 0 }])
  await other.commit()
  expect(deleted).toEqual(new Map([['inbox', 1_000]]))
  const oldest = await database.knex('inbox').min('handled_at as at').first()
  expect(Math.round((Date.now() - oldest?.at.getTime()) / 3_600_000)).toBe(400)
})

test('a rule that fails does not keep the others from deleting, and its error is reported', async () => {
  await fill(300)
  const broken = retentionRule('inbox', { time: 'no_such_column', keepMs: 0 })
  const deleted = new Map<string, number>()
  await expect(sweepRows(database.knex, [broken, ...rules], { deleted })).rejects.toThrow('no_such_column')
  expect(deleted.get('inbox')).toBe(133)
  const both = sweepRows(database.knex, [broken, broken])
  await expect(both).rejects.toMatchObject({ errors: [{ message: expect.stringContaining('no_such_column') }, {}] })
})

test('no sweep reads a whole table', async () => {
  await fill(20_000)
  await database.knex.raw('ANALYZE inbox, idempotency_keys, outgoing_mails, sent_messages')
  for (const rule of rules) {
    // The oldest hundred rows.
    expect(await sequentialScans(database.knex, { ...rule, keepMs: 19_900 * 3_600_000 }), rule.table).toEqual([])
  }
})
