import { days, sweepOrphans, sweepRows, uuidv7 } from '@guidebook/service-kit'
import { movableClock, sequentialScans, type TestSurroundings, testSurroundings } from '@guidebook/service-kit/test'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Context } from '../src/context.ts'
import { emptyOldRuns, importRules, objectSweeps } from '../src/retention/retention.ts'
import { migrations } from '../src/schema.ts'

// cspell:ignore plpgsql

const dayMs = 24 * 60 * 60 * 1_000
const clock = movableClock(new Date())

let surroundings: TestSurroundings
let context: Pick<Context, 'database' | 'objects' | 'clock'>
const settings = { IMPORT_MAIL_RETENTION: days(90), IMPORT_RETENTION: days(1_000) }
const removeExpired = async () => {
  let removed = await emptyOldRuns({ ...context, settings })
  for (const sweep of objectSweeps({ ...context, settings })) removed += await sweepOrphans(sweep)
  return removed
}
beforeAll(async () => {
  surroundings = await testSurroundings('importer', migrations)
  const { database, objectStore: objects } = surroundings
  context = { database, objects, clock }
})
afterAll(() => surroundings[Symbol.asyncDispose]())

const store = (prefix: string, content: string) =>
  surroundings.objectStore.putByContent(prefix, Buffer.from(content), { contentType: 'text/plain' })

/** A mail with one file and one failed row, of which nothing is older than this moment. */
const aRun = async (name: string, state: 'processing' | 'completed' | 'quarantined') => {
  const { knex } = surroundings.database
  const now = clock.now()
  const [raw, file] = [await store('importer/mails', name), await store('importer/files', name)]
  const [mail, run] = [uuidv7(), uuidv7()]
  const finished_at = state === 'completed' ? now : null
  await knex('mails').insert({
    id: mail,
    mailbox: name,
    uid_validity: 1,
    uid: 1,
    raw_key: raw.key,
    raw_sha256: raw.sha256,
    bytes: raw.bytes,
    state,
    received_at: now,
    finished_at,
  })
  await knex('runs').insert({
    id: run,
    mail,
    attachment: 0,
    file_sha256: file.sha256,
    file_key: file.key,
    test: false,
    state,
    created_at: now,
    finished_at,
  })
  await knex('rows').insert({ run, row: 1, status: 'failed', cells: '["a"]', errors: '[]' })
  return { raw: raw.key, file: file.key, run }
}
const exists = (key: string) => surroundings.objectStore.exists(key)
const cellsOf = async (run: string) => (await surroundings.database.knex('rows').where({ run }).first()).cells

it('files are removed a day after their run, mails and cells of failed rows after ninety days, and active ones stay', async () => {
  const [done, going, held] = [
    await aRun('done', 'completed'),
    await aRun('going', 'processing'),
    await aRun('held', 'quarantined'),
  ]
  const files = () => Promise.all([done, going, held].map(({ file }) => exists(file)))
  const mails = () => Promise.all([done, going, held].map(({ raw }) => exists(raw)))
  clock.advance(dayMs / 2)
  expect(await removeExpired()).toBe(0)
  clock.advance(dayMs)
  await removeExpired()
  expect([await files(), await mails()]).toEqual([
    [false, true, false],
    [true, true, true],
  ])
  expect(await cellsOf(done.run)).toEqual(['a'])
  clock.advance(90 * dayMs)
  await removeExpired()
  expect([await files(), await mails()]).toEqual([
    [false, true, false],
    [false, true, false],
  ])
  expect([await cellsOf(done.run), await cellsOf(going.run)]).toEqual([null, ['a']])
  expect(await surroundings.database.knex('rows').where({ run: done.run })).toHaveLength(1)
})

it('runs are deleted after their time with their rows and mails; unfinished and younger ones and needed mails stay', async () => {
  const { knex } = surroundings.database
  await knex.raw('truncate mails, runs, rows')
  // A mail a day; every tenth is still in the inbox, the run of every twentieth is not finished, some repeat an older mail.
  const uuid = (n: string) => `lpad(to_hex(${n}), 32, '0')::uuid`
  await knex.raw(`
    insert into mails (id, mailbox, uid_validity, uid, raw_key, raw_sha256, bytes, state, received_at, filed_to, same_as)
    select ${uuid('n')}, 'm', 1, n, '', n::text, 1, 'completed', now() - n * interval '1 day', case n % 10 when 0 then null else 'Processed' end,
      case n when 1 then ${uuid('1498')} when 1497 then ${uuid('1499')} end
    from generate_series(1, 1500) as n`)
  await knex.raw(`
    insert into runs (id, mail, attachment, file_sha256, test, state, created_at, finished_at)
    select id, id, 0, raw_sha256, false, case uid % 20 when 5 then 'processing' else 'completed' end, received_at,
      case uid % 20 when 5 then null else received_at end from mails`)
  await knex.raw(
    `insert into rows (run, row, status) select id, row, 'created' from runs, generate_series(1, 20) as row`,
  )
  // A mail a day in quarantine, with a file or without; support has just released every third.
  await knex.raw(`
    insert into mails (id, mailbox, uid_validity, uid, raw_key, raw_sha256, bytes, state, received_at, filed_to)
    select ${uuid('n')}, 'm', 1, n, '', n::text, 1, case n % 3 when 0 then 'stored' else 'quarantined' end,
      now() - (n - 2000) * interval '1 day', 'Quarantine'
    from generate_series(2001, 3500) as n`)
  await knex.raw(`
    insert into runs (id, mail, attachment, file_sha256, test, state, created_at)
    select id, id, 0, raw_sha256, false, 'quarantined', received_at from mails where uid > 2000 and uid % 2 = 0`)
  await knex.raw('analyze')

  const rules = importRules(settings)
  for (const rule of importRules({ ...settings, IMPORT_RETENTION: days(1_490) })) {
    expect(await sequentialScans(knex, rule), rule.table).toEqual([])
  }
  for (;;) if ((await sweepRows(knex, rules)).size === 0) break

  const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index)
  const numbers = async (table: string, column: string, uids: number[]) =>
    (await knex(table).join('mails', 'mails.id', column).whereIn('uid', uids).orderBy('uid').distinct('uid')).map(
      ({ uid }) => uid,
    )
  const mailsAmong = async (uids: number[]) =>
    (await knex('mails').whereIn('uid', uids).orderBy('uid')).map(({ uid }) => uid)
  const from1000 = range(1_000, 1_500)
  const unfinished = from1000.filter((n) => n % 20 === 5)
  expect(await numbers('runs', 'runs.mail', from1000)).toEqual(unfinished)
  expect(await numbers('rows', 'rows.run', from1000)).toEqual(unfinished)
  expect(await mailsAmong(from1000)).toEqual(from1000.filter((n) => n % 20 === 5 || n % 10 === 0 || n === 1_498))
  expect(await numbers('runs', 'runs.mail', range(1, 999))).toHaveLength(999)
  const held = range(2_001, 3_500)
  const kept = held.filter((n) => n < 3_000 || n % 3 === 0)
  expect(await numbers('runs', 'runs.mail', held)).toEqual(kept.filter((n) => n % 2 === 0))
  expect(await mailsAmong(held)).toEqual(kept)
})

it('the cells of a large run are removed in batches, and then those of a younger one', async () => {
  const { knex } = surroundings.database
  await knex.raw('truncate mails, runs, rows')
  const { run } = await aRun('large', 'completed')
  await knex.raw(
    `insert into rows (run, row, status, cells)
     select :run::uuid, row, 'failed', '["a"]'::json from generate_series(2, 2500) as row`,
    { run },
  )
  clock.advance(1)
  await aRun('younger', 'completed')
  // A statement that changes many rows is cancelled.
  await knex.raw(`
    create function cancel_long_update() returns trigger language plpgsql as $$
    begin
      if (select count(*) from changed) > 1000 then
        raise exception 'too many rows';
      end if;
      return null;
    end $$`)
  await knex.raw(`
    create trigger cancels_long_update after update on rows
    referencing new table as changed for each statement execute function cancel_long_update()`)
  clock.advance(91 * dayMs)
  expect(await emptyOldRuns({ ...context, settings })).toBe(2)
  expect(await knex('rows').whereNotNull('cells')).toEqual([])
})
