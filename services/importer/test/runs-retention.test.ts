import { uuidv7 } from '@guidebook/service-kit'
import { movableClock, type TestSurroundings, testSurroundings } from '@guidebook/service-kit/test'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Context } from '../src/context.ts'
import { removeExpired } from '../src/retention/retention.ts'
import { migrations } from '../src/schema.ts'

const dayMs = 24 * 60 * 60 * 1_000
const clock = movableClock(new Date())

let surroundings: TestSurroundings
let context: Pick<Context, 'database' | 'objects' | 'clock'>
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
  expect(await removeExpired(context)).toBe(0)
  clock.advance(dayMs)
  await removeExpired(context)
  expect([await files(), await mails()]).toEqual([
    [false, true, false],
    [true, true, true],
  ])
  expect(await cellsOf(done.run)).toEqual(['a'])
  clock.advance(90 * dayMs)
  await removeExpired(context)
  expect([await files(), await mails()]).toEqual([
    [false, true, false],
    [false, true, false],
  ])
  expect([await cellsOf(done.run), await cellsOf(going.run)]).toEqual([null, ['a']])
  expect(await surroundings.database.knex('rows').where({ run: done.run })).toHaveLength(1)
})
