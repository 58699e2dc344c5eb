import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '../src/database/database.ts'
import { constraintOf, prepared, uuidv7 } from '../src/database/index.ts'
import { sqlStateOf } from '../src/database/sql-state.ts'
import { isOutage } from '../src/errors/index.ts'
import { breakableProxy, eventually } from '../src/test/index.ts'
import { Stack, urlOf } from './fixture.ts'

const stack = new Stack()
let database: Database

beforeAll(async () => {
  database = await stack.database('releases')
})
beforeEach(() => database.knex('counters').delete())
afterAll(() => stack[Symbol.asyncDispose]())

const one = async (sql: string) => (await database.knex.raw(`SELECT ${sql} AS value`)).rows[0].value
const countOf = async (name: string) => (await database.knex('counters').where({ name }).first())?.value

describe('values', () => {
  test('whole numbers are numbers while they are exact', async () => {
    expect(await one('9007199254740991::bigint')).toBe(9_007_199_254_740_991)
    expect(await one('9007199254740993::bigint')).toBe('9007199254740993')
  })

  test('a calendar day is a string, an instant is a Date', async () => {
    expect(await one("'2026-03-29'::date")).toBe('2026-03-29')
    expect(await one("'2026-03-29T01:30:00Z'::timestamptz")).toEqual(new Date('2026-03-29T01:30:00Z'))
  })

  test('unqualified names belong to the schema of the service', async () => {
    expect(await one('current_schema()')).toBe('releases')
    await expect(database.knex.raw('CREATE TABLE public.foreign_table ()')).rejects.toThrow('permission denied')
  })

  test('ids sort by their creation time', async () => {
    const first = uuidv7()
    await eventually(() => Date.now() > Number.parseInt(first.replaceAll('-', '').slice(0, 12), 16))
    expect(first < uuidv7()).toBe(true)
  })
})

describe('errors', () => {
  test('the violated constraint is named', async () => {
    await database.knex('counters').insert({ name: 'a' })
    const error = await database
      .knex('counters')
      .insert({ name: 'a' })
      .catch((caught: unknown) => caught)
    expect(constraintOf(error)).toBe('counters_pkey')
    expect(sqlStateOf(error)).toBe('23505')
    expect(constraintOf(new Error('another'))).toBeNull()
  })

  test('the message of a failed statement does not contain its values', async () => {
    await database.knex('counters').insert({ name: 'personal' })
    await expect(database.knex('counters').insert({ name: 'personal' })).rejects.not.toThrow('personal')
  })
})

describe('transactions', () => {
  test('two transactions in a deadlock are both committed', async () => {
    await database.knex('counters').insert([{ name: 'a' }, { name: 'b' }])
    let runs = 0
    const { promise: bothBegun, resolve } = Promise.withResolvers<void>()
    const swap = (first: string, second: string) =>
      database.transaction(async (trx) => {
        await trx('counters').where({ name: first }).increment('value', 1)
        if (++runs === 2) resolve()
        await bothBegun
        await trx('counters').where({ name: second }).increment('value', 1)
      })
    await Promise.all([swap('a', 'b'), swap('b', 'a')])
    expect([await countOf('a'), await countOf('b')]).toEqual([2, 2])
    expect(runs).toBeGreaterThan(2)
  })

  test('a transaction with a serialization failure is run again', async () => {
    await database.knex('counters').insert({ name: 'a' })
    let runs = 0
    await database.transaction(async (trx) => {
      await trx.raw('SET TRANSACTION ISOLATION LEVEL SERIALIZABLE')
      const before = (await trx('counters').where({ name: 'a' }).first()).value
      if (++runs === 1) await database.knex('counters').where({ name: 'a' }).update({ value: 10 })
      await trx('counters')
        .where({ name: 'a' })
        .update({ value: before + 1 })
    })
    expect(runs).toBe(2)
    expect(await countOf('a')).toBe(11)
  })

  test('an error of the work is thrown unchanged, and the transaction is rolled back', async () => {
    const wrong = new Error('wrong')
    await expect(
      database.transaction(async (trx) => {
        await trx('counters').insert({ name: 'a' })
        throw wrong
      }),
    ).rejects.toBe(wrong)
    expect(await countOf('a')).toBeUndefined()
  })
})

test('transactions of one owner that wait for a row leave connections to others', async () => {
  await database.knex('counters').insert({ name: 'a' })
  const lock = () => database.transaction((trx) => trx('counters').where({ name: 'a' }).forUpdate().first(), 'hostile')
  const waiting = () =>
    one("(select count(*) from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database())")
  const { locked, other } = await database.transaction(async (trx) => {
    await trx('counters').where({ name: 'a' }).forUpdate()
    const locked = Promise.all(Array.from({ length: 16 }, lock))
    await eventually(async () => (await waiting()) === 6)
    const other = await database.transaction((another) => another('counters').where({ name: 'a' }).first(), 'other')
    expect(await waiting()).toBe(6)
    return { locked, other }
  })
  expect(other).toMatchObject({ name: 'a' })
  expect(await locked).toHaveLength(16)
})

test('a prepared statement is planned once for each connection', async () => {
  await database.transaction(async (trx) => {
    await prepared(trx, 'test/count', 'SELECT count(*) FROM counters WHERE value > ?', [1])
    await prepared(trx, 'test/count', 'SELECT count(*) FROM counters WHERE value > ?', [2])
    const { rows } = await trx.raw("SELECT 1 FROM pg_prepared_statements WHERE name = 'test/count'")
    expect(rows).toHaveLength(1)
  })
})

describe('an unreachable server', () => {
  test('is reported as an outage before and during a connection, and is used again when it is back', async () => {
    const proxy = stack.use(await breakableProxy(urlOf(database)))
    const through = openDatabase({ url: proxy.url, schema: 'releases', service: 'releases', silenceMs: 500 })
    await through.check.check(AbortSignal.timeout(1_000))
    proxy.hush()
    const unanswered = await through.knex.raw('select 1').catch((caught: unknown) => caught)
    expect(isOutage(unanswered)).toBe(true)
    const during = through
      .transaction(async (trx) => {
        await trx.raw('select 1')
        proxy.down()
        await trx.raw('select 1')
      })
      .catch((caught: unknown) => caught)
    expect(isOutage(await during)).toBe(true)
    expect(isOutage(await through.knex.raw('select 1').catch((caught: unknown) => caught))).toBe(true)
    expect(isOutage(await database.knex.raw('select nothing').catch((caught: unknown) => caught))).toBe(false)
    proxy.up()
    await through.knex.raw('select 1')
    await through.component.stop?.()
  })

  test('a session that the server terminated is replaced', async () => {
    const url = urlOf(database)
    const other = openDatabase({ url, schema: 'releases', service: 'releases', poolMax: 1 })
    const { rows } = await other.knex.raw('SELECT pg_backend_pid() AS pid')
    await database.knex.raw('SELECT pg_terminate_backend(?)', [rows[0].pid])
    await eventually(() => other.knex.raw('SELECT 1'))
    await other.component.stop?.()
  })
})
