import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { operations } from '@guidebook/contracts'
import type { Knex } from 'knex'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { emit } from '../src/broker/index.ts'
import type { Database } from '../src/database/database.ts'
import { prepared } from '../src/database/prepared.ts'
import type { Reply } from '../src/http/route.ts'
import {
  idempotent,
  idempotentInsert,
  idempotentStatement,
  insertReplies,
  type RepeatableRequest,
  replyRows,
  storedReply,
  storedReplyBytes,
} from '../src/idempotency/index.ts'
import { eventually } from '../src/test/index.ts'
import { Stack } from './fixture.ts'

const stack = new Stack()
let database: Database

beforeAll(async () => {
  database = await stack.database('geodata')
})
beforeEach(() => database.knex.raw('TRUNCATE counters, idempotency_keys, outbox'))
afterAll(() => stack[Symbol.asyncDispose]())

const hash = (body: string) => createHash('sha256').update(body).digest('hex')

function request({ key = 'key-1', body = '{}', account = 'a', url = '/content/geodata/route', secret = false } = {}) {
  const identity = { scope: 'partner', issuer: 'gateway', account, oid: null, test: false, actor: 'key' } as const
  const operation = secret ? { ...operations.createRoute, secret: true as const } : operations.createRoute
  return {
    operation,
    identity,
    idempotencyKey: key,
    bodyHash: hash(body),
    raw: { url } as IncomingMessage,
  } as RepeatableRequest
}

let made = 0
const create = async (trx: Knex.Transaction) => {
  await trx('counters').insert({ name: `created ${++made}` })
  await emit(trx, 'guidebook.changed.v1', { account: 'a', guidebook: 'g', version: made })
  return { status: 201, body: { number: made }, location: `/thing/${made}`, etag: 'e', headers: { 'X-Kept': 'yes' } }
}
const effects = async () => (await database.knex('counters')).length

test('a repeat gets the first response again and has no effect', async () => {
  const first = await idempotent<Reply>(database, request(), create)
  const again = await idempotent<Reply>(database, request(), create)
  expect(first.headers).toEqual({ 'X-Kept': 'yes' })
  expect(again).toEqual({ ...first, headers: { 'X-Kept': 'yes', 'Idempotency-Replayed': 'true' } })
  expect(await effects()).toBe(1)
  expect(await database.knex('outbox')).toHaveLength(1)
})

test('a repeat gets the same bytes as the first request', async () => {
  const body = { zebra: 1, names: { de: 'Hütte', en: 'hut' }, a: [1.5, null] }
  const answer = async () => ({ status: 201, body })
  await idempotent<Reply>(database, request(), answer)
  const again = await idempotent<Reply>(database, request(), answer)
  expect(JSON.stringify(again.body)).toBe(JSON.stringify(body))
})

test('the same key with another body, or another query, is refused', async () => {
  await idempotent(database, request(), create)
  await expect(idempotent(database, request({ body: '{"a":1}' }), create)).rejects.toMatchObject({
    code: 'idempotency-key-reused',
  })
  await expect(idempotent(database, request({ url: '/content/geodata/route?email=x' }), create)).rejects.toMatchObject({
    code: 'idempotency-key-reused',
  })
  expect(await effects()).toBe(1)
})

test('the stored response is available before any work, and is refused to other requests', async () => {
  expect(await storedReply(database, request())).toBeNull()
  const first = await idempotent<Reply>(database, request(), create)
  const again = await storedReply(database, request())
  expect(again).toEqual({ ...first, headers: { 'X-Kept': 'yes', 'Idempotency-Replayed': 'true' } })
  await expect(storedReply(database, request({ body: 'other' }))).rejects.toMatchObject({
    code: 'idempotency-key-reused',
  })
  expect(await storedReply(database, { ...request(), idempotencyKey: null })).toBeNull()
})

test('a key is valid only within its account and path', async () => {
  await idempotent(database, request(), create)
  await idempotent(database, request({ account: 'b', body: 'other' }), create)
  await idempotent(database, request({ url: '/content/geodata/poi', body: 'other' }), create)
  expect(await effects()).toBe(3)
})

test('a repeat during the first request gets a 409 with Retry-After', async () => {
  const { promise: goOn, resolve } = Promise.withResolvers<void>()
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const first = idempotent<Reply>(database, request(), async (trx) => {
    const reply = await create(trx)
    begin()
    await goOn
    return reply
  })
  await begun
  await expect(idempotent(database, request(), create)).rejects.toMatchObject({
    code: 'request-in-progress',
    headers: { 'Retry-After': '1' },
  })
  resolve()
  await first
  expect(await effects()).toBe(1)
})

test('twenty concurrent requests have one effect, and each gets the response or is asked to retry', async () => {
  const answers = await Promise.allSettled(
    Array.from({ length: 20 }, () => idempotent<Reply>(database, request(), create)),
  )
  const bodies = answers.flatMap((one) => (one.status === 'fulfilled' ? [JSON.stringify(one.value.body)] : []))
  const refused = answers.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []))
  expect(new Set(bodies).size).toBe(1)
  expect(new Set(refused)).toEqual(refused.length > 0 ? new Set(['request-in-progress']) : new Set())
  expect(await effects()).toBe(1)
})

test('a repeat of a failed request is processed again', async () => {
  const failing = idempotent(database, request(), async (trx) => {
    await create(trx)
    throw new Error('refused')
  })
  await expect(failing).rejects.toThrow('refused')
  expect(await effects()).toBe(0)
  await idempotent(database, request(), create)
  expect(await effects()).toBe(1)
})

test('a response with a secret is not stored, and not returned twice', async () => {
  await idempotent(database, request({ secret: true }), async (trx) => ({
    ...(await create(trx)),
    body: { key: 'gbk_live_x' },
  }))
  expect(JSON.stringify(await database.knex('idempotency_keys'))).not.toContain('gbk_live_x')
  await expect(idempotent(database, request({ secret: true }), create)).rejects.toMatchObject({
    code: 'secret-already-given',
  })
  expect(await effects()).toBe(1)
})

test('a key is unused again after 24 hours', async () => {
  await idempotent(database, request(), create)
  await database.knex.raw("UPDATE idempotency_keys SET created_at = created_at - interval '24 hours 1 second'")
  const again = await idempotent<Reply>(database, request({ body: 'other' }), create)
  expect(again.headers).toEqual({ 'X-Kept': 'yes' })
  expect(await effects()).toBe(2)
})

test('an account stores at most 1 GiB of responses above 64 KiB in 24 hours', async () => {
  const large = { status: 200, body: 'x'.repeat(65_536) }
  const store = (key: string, reply: Reply, account = 'a') =>
    idempotent<Reply>(database, request({ key, account }), async () => reply)
  await store('first', large)
  await database.knex('idempotency_keys').update({ reply_bytes: 2 ** 30 })
  const refusal = { code: 'rate-limited', headers: { 'Retry-After': expect.stringMatching(/^86[34]\d\d$/) } }
  await expect(store('second', large)).rejects.toMatchObject(refusal)
  await expect(replyRows(database, request({ key: 'second' }), 'a', large)).rejects.toMatchObject(refusal)
  await store('small', { status: 200, body: 'x' })
  await store('second', large, 'b')
  expect(await store('first', large)).toMatchObject({ headers: { 'Idempotency-Replayed': 'true' } })
  await database.knex.raw("UPDATE idempotency_keys SET created_at = created_at - interval '24 hours 1 second'")
  expect(await store('second', large)).toEqual(large)
})

test('without a key every request has its effect', async () => {
  const keyless = { ...request(), idempotencyKey: null }
  await idempotent(database, keyless, create)
  await idempotent(database, keyless, create)
  expect(await effects()).toBe(2)
})

test('statements of one account without a key that wait for a row leave connections to others', async () => {
  await database.knex('counters').insert({ name: 'a' })
  const statement = (account: string) =>
    idempotentStatement<Reply>(database, { ...request({ account }), idempotencyKey: null }, async (db: Knex) => {
      const counters = db('counters').where({ name: 'a' })
      return { status: 200, body: account === 'hostile' ? await counters.update({ value: 1 }) : await counters }
    })
  const waiting = async () => {
    const { rows } = await database.knex.raw(
      "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
    )
    return rows.length
  }
  const { updated, other } = await database.transaction(async (trx) => {
    await trx('counters').where({ name: 'a' }).forUpdate()
    const updated = Promise.all(Array.from({ length: 16 }, () => statement('hostile')))
    await eventually(async () => (await waiting()) === 6)
    const other = await statement('other')
    expect(await waiting()).toBe(6)
    return { updated, other }
  })
  expect(other).toMatchObject({ body: [{ name: 'a' }] })
  expect(await updated).toHaveLength(16)
})

describe('one statement that stores its response', () => {
  /** Reserves the name, which is available once, and returns it. */
  const take = async (asked: RepeatableRequest, name: string) => {
    const reply = { status: 201, body: { name }, headers: { 'X-Kept': 'yes' } }
    await prepared(
      database.knex,
      'test/take',
      `WITH taken AS (INSERT INTO counters (name) VALUES (?) RETURNING name) ${insertReplies} WHERE about IN (SELECT name FROM taken)`,
      [name, JSON.stringify(await replyRows(database, asked, name, reply))],
    )
    return reply
  }
  const taking = (asked: RepeatableRequest, name: string) => idempotentInsert(database, asked, () => take(asked, name))
  const replayed = (name: string) => ({
    status: 201,
    body: { name },
    headers: { 'X-Kept': 'yes', 'Idempotency-Replayed': 'true' },
  })

  test('returns the first response to a repeat, whether or not its effect would be refused', async () => {
    expect(await taking(request(), 'a')).toMatchObject({ headers: { 'X-Kept': 'yes' } })
    expect(await taking(request(), 'a')).toEqual(replayed('a'))
    await database.knex('counters').delete()
    expect(await taking(request(), 'a')).toEqual(replayed('a'))
    expect(await effects()).toBe(0)
  })

  test('has one effect for twenty concurrent requests, and all get its response', async () => {
    const names = Array.from({ length: 20 }, (_, i) => `name ${i}`)
    const answers = await Promise.all(names.map((name) => taking(request(), name)))
    const [row] = await database.knex('counters')
    expect(answers.map(({ body }) => body)).toEqual(names.map(() => ({ name: row.name })))
    expect(answers.filter(({ headers }) => 'Idempotency-Replayed' in (headers ?? {}))).toHaveLength(19)
    expect(await effects()).toBe(1)
  })

  test('refuses the key to another request, and has no effect for it', async () => {
    await taking(request(), 'a')
    await expect(taking(request({ body: 'other' }), 'b')).rejects.toMatchObject({ code: 'idempotency-key-reused' })
    expect(await effects()).toBe(1)
  })

  test('returns the error to a new request that fails, and leaves its key unused', async () => {
    await taking(request(), 'a')
    await expect(taking(request({ key: 'key-2' }), 'a')).rejects.toMatchObject({ constraint: 'counters_pkey' })
    expect(await taking(request({ key: 'key-2' }), 'b')).toMatchObject({ body: { name: 'b' } })
  })

  test('treats a key that is older than 24 hours as unused', async () => {
    await taking(request(), 'a')
    await database.knex.raw("UPDATE idempotency_keys SET created_at = created_at - interval '24 hours 1 second'")
    expect(await taking(request({ body: 'other' }), 'b')).toMatchObject({ headers: { 'X-Kept': 'yes' } })
    expect(await taking(request({ body: 'other' }), 'b')).toEqual(replayed('b'))
  })

  test('stores the size of its response', async () => {
    const reply = await taking(request(), 'a')
    const sizes = await database.knex('idempotency_keys').pluck('reply_bytes')
    expect(sizes).toEqual([JSON.stringify(reply).length])
    expect(await storedReplyBytes(database, request())).toBe(sizes[0])
    expect(await storedReplyBytes(database, request({ key: 'key-2' }))).toBe(0)
  })

  test('stores no secret', async () => {
    await taking(request({ secret: true }), 'a')
    expect(JSON.stringify(await database.knex('idempotency_keys'))).not.toContain('"name"')
    await expect(taking(request({ secret: true }), 'a')).rejects.toMatchObject({ code: 'secret-already-given' })
  })

  test('has one effect together with a transaction with the same key', async () => {
    const transaction = idempotent<Reply>(database, request(), async (trx) => {
      const reply = await create(trx)
      await taking(request({ body: 'other' }), 'a')
      return reply
    })
    await expect(transaction).rejects.toMatchObject({ code: 'request-in-progress' })
    expect((await database.knex('counters')).map(({ name }) => name)).toEqual(['a'])
  })

  test('has its effect every time without a key', async () => {
    const keyless = { ...request(), idempotencyKey: null }
    await taking(keyless, 'a')
    await expect(taking(keyless, 'a')).rejects.toMatchObject({ constraint: 'counters_pkey' })
    await taking(keyless, 'b')
    expect(await effects()).toBe(2)
  })
})
