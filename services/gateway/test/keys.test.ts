import { eventually } from '@guidebook/service-kit/test'
import { describe, expect, vi } from 'vitest'
import { generateKey } from '../src/api-key/key-format.ts'
import { type Fixture, test } from './fixture.ts'

let fixture: Fixture
test.beforeAll(async ({ shared }) => {
  fixture = shared
  fixture.forget()
})

describe('API keys', () => {
  test('are accepted alone and after the word Bearer', async () => {
    const { key } = await fixture.account()
    for (const authorization of [key, `Bearer ${key}`, `bearer ${key}`]) {
      expect((await fixture.call('GET', '/account', { headers: { authorization: authorization ?? '' } })).status).toBe(
        200,
      )
    }
  })

  test.each([
    '',
    'Bearer',
    'gbk_live_',
    `gbk_live_${'a'.repeat(36)}`,
    'Basic dXNlcjpwYXNz',
    `gbk_live_${'é'.repeat(36)}`,
  ])('%j gets 401 and an explanation', async (authorization) => {
    const { status, headers, body } = await fixture.call('GET', '/account', {
      headers: authorization === '' ? {} : { authorization },
    })
    expect(status).toBe(401)
    expect(headers.get('www-authenticate')).toMatch(/^Bearer/)
    expect(headers.get('content-type')).toBe('application/problem+json')
    expect(body).toMatchObject({
      code: 'unauthorized',
      type: 'https://guidebook.test/docs/errors/unauthorized',
      status: 401,
    })
  })

  test('that are missing, mistyped or unknown get different details', async () => {
    const { key = '' } = await fixture.account()
    const detail = async (headers: Record<string, string>) =>
      (await fixture.call('GET', '/account', { headers })).body.detail
    expect(await detail({})).toContain('is missing')
    expect(await detail({ authorization: `${key.slice(0, -1)}` })).toContain('mistyped')
    expect(await detail({ authorization: generateKey('live').key })).toContain('unknown or was revoked')
  })

  test('can exist side by side, and one is revoked without the others', async () => {
    const { key = '', keyId } = await fixture.account()
    const created = await fixture.as(key)('POST', '/account/keys')
    expect(created.status).toBe(201)
    expect(created.headers.get('cache-control')).toBe('no-store')
    const second = created.body.key
    expect((await fixture.as(second)('DELETE', `/account/keys/${keyId}`)).status).toBe(204)
    expect((await fixture.as(key)('GET', '/account')).status).toBe(401)
    expect((await fixture.as(second)('GET', '/account')).body.keys).toHaveLength(1)
    expect((await fixture.as(second)('DELETE', `/account/keys/${keyId}`)).status).toBe(404)
  })

  test('that are revoked at one gateway, with their descendants, are refused by the others within five seconds', async () => {
    await using replica = await fixture.startReplica()
    const { key = '', keyId, id } = await fixture.account()
    const child = (await fixture.as(key)('POST', '/account/keys')).body.key
    const statusAtReplica = async (authorization: string) =>
      (await fetch(`${replica.url}/account`, { headers: { authorization } })).status
    const both = () => Promise.all([key, child].map(statusAtReplica))
    expect(await both()).toEqual([200, 200])
    await fixture.admin('DELETE', `/admin/accounts/${id}/keys/${keyId}?descendants=true`)
    await vi.waitFor(async () => expect(await both()).toEqual([401, 401]), { timeout: 5_000, interval: 100 })
  })

  test('of test accounts have a different prefix', async () => {
    const { key } = await fixture.account({ test: true })
    expect(key).toMatch(/^gbk_test_/)
  })

  test('are stored only as hashes', async () => {
    const { key = '' } = await fixture.account()
    const { rows } = await fixture.database.knex.raw('SELECT api_keys::text AS row FROM api_keys')
    expect(JSON.stringify(rows)).not.toContain(key.slice(20))
  })

  test('are listed for support, which revokes them by their id', async () => {
    const { id = '', keyId = '', key = '' } = await fixture.account()
    const list = async () => (await fixture.admin('GET', `/admin/accounts/${id}/keys`)).body
    expect(await list()).toEqual({
      keys: [
        {
          id: keyId,
          prefix: key.slice(0, 15),
          parent: null,
          createdBy: null,
          createdAt: expect.any(String),
          lastUsedAt: null,
        },
      ],
    })
    expect((await fixture.admin('DELETE', `/admin/accounts/${id}/keys/${keyId}`)).status).toBe(204)
    expect(await list()).toEqual({ keys: [] })
    expect((await fixture.admin('GET', '/admin/accounts/nobody/keys')).status).toBe(404)
  })

  test('have the time of their last use, which is written at most once an hour', async () => {
    const { id, key = '', keyId = '' } = await fixture.account()
    const second = (await fixture.admin('POST', `/admin/accounts/${id}/keys`)).body
    const lastUses = async (): Promise<(string | null)[]> => {
      const { keys } = (await fixture.admin('GET', `/admin/accounts/${id}/keys`)).body
      return keys.map(({ lastUsedAt }: { lastUsedAt: string | null }) => lastUsedAt)
    }
    const usedMinutesAgo = async (minutes: number) => {
      const [row] = await fixture.database
        .knex('api_keys')
        .where({ id: keyId })
        .update({ last_used_at: new Date(Date.now() - minutes * 60_000) })
        .returning('last_used_at')
      // A suspension, and its end, drop the cached keys.
      await fixture.admin('DELETE', `/admin/accounts/${id}/suspension`)
      return row.last_used_at.toISOString()
    }
    expect(await lastUses()).toEqual([null, null])
    await fixture.as(key)('GET', '/account')
    await eventually(async () => (await lastUses())[0])

    const recent = await usedMinutesAgo(59)
    await fixture.as(key)('GET', '/account')
    await fixture.as(second.key)('GET', '/account')
    const [first] = await eventually(async () => ((await lastUses())[1] ? lastUses() : null))
    expect(first).toBe(recent)

    const old = await usedMinutesAgo(61)
    await fixture.as(key)('GET', '/account')
    await eventually(async () => ((await lastUses())[0] ?? '') > old)
  })

  test('of another account are not found', async () => {
    const [mine, other] = [await fixture.account(), await fixture.account()]
    expect((await fixture.as(mine.key ?? '')('DELETE', `/account/keys/${other.keyId}`)).status).toBe(404)
    expect((await fixture.as(other.key ?? '')('GET', '/account')).status).toBe(200)
  })

  test('are not shown again when the request is repeated', async () => {
    const { key = '' } = await fixture.account()
    const create = () => fixture.as(key)('POST', '/account/keys', { headers: { 'idempotency-key': 'rotate' } })
    expect((await create()).status).toBe(201)
    expect((await create()).body).toMatchObject({ status: 409, code: 'secret-already-given' })
    const { rows } = await fixture.database.knex.raw('SELECT reply FROM idempotency_keys')
    expect(rows.every(({ reply }: { reply: unknown }) => !JSON.stringify(reply).includes('gbk_'))).toBe(true)
  })
})

describe('the number of valid keys', () => {
  const statusesOf = (answers: readonly { status: number }[]) => answers.map(({ status }) => status)
  const count = (all: readonly number[], status: number) => all.filter((one) => one === status).length

  test('is at most twenty for an account, also with concurrent requests', async () => {
    const { key = '', id } = await fixture.account()
    const own = Array.from({ length: 15 }, () => fixture.as(key)('POST', '/account/keys'))
    const bySupport = Array.from({ length: 15 }, () => fixture.admin('POST', `/admin/accounts/${id}/keys`))
    const statuses = statusesOf(await Promise.all([...own, ...bySupport]))
    expect([count(statuses, 201), count(statuses, 409)]).toEqual([19, 11])
    const { keys } = (await fixture.as(key)('GET', '/account')).body
    expect(keys).toHaveLength(20)

    for (const create of [
      fixture.as(key)('POST', '/account/keys'),
      fixture.admin('POST', `/admin/accounts/${id}/keys`),
    ])
      expect(await create).toMatchObject({ status: 409, body: { code: 'too-many-keys' } })
    await fixture.as(key)('DELETE', `/account/keys/${keys[5].id}`)
    expect((await fixture.as(key)('POST', '/account/keys')).status).toBe(201)
  })

  test('is at most twenty when two gateways create them', async () => {
    await using replica = await fixture.startReplica()
    const { key = '' } = await fixture.account()
    const create = (url: string) => fetch(`${url}/account/keys`, { method: 'POST', headers: { authorization: key } })
    const both = [fixture.gateway.url, replica.url].flatMap((url) => Array.from({ length: 15 }, () => create(url)))
    expect(count(statusesOf(await Promise.all(both)), 201)).toBe(19)
  })

  test('is checked without delaying other accounts, however many requests wait', async () => {
    const [busy, calm] = [await fixture.account(), await fixture.account()]
    const create = () => fixture.as(busy.key ?? '')('POST', '/account/keys')
    expect((await create()).status).toBe(201)
    const locked = await fixture.database.knex.transaction()
    await locked.raw('SELECT id FROM accounts WHERE id = ? FOR UPDATE', [busy.id ?? ''])
    const waiting = Array.from({ length: 40 }, create)
    try {
      // Not used before, so that it needs a connection to be looked up.
      expect((await fixture.as(calm.key ?? '')('GET', '/account')).status).toBe(200)
    } finally {
      await locked.rollback()
    }
    expect(count(statusesOf(await Promise.all(waiting)), 201)).toBe(18)
  })

  test('grows by at most a hundred a day by keys, including revoked ones, while support can create more', async () => {
    const { key = '', keyId, id } = await fixture.account()
    const made = (count: number, age: string) =>
      fixture.database.knex.raw(
        `INSERT INTO api_keys (id, account, parent, hash, prefix, created_at, revoked_at)
         SELECT gen_random_uuid(), :account, :parent, sha256(gen_random_uuid()::text::bytea), 'gbk_live_x', now() - :age::interval, now()
           FROM generate_series(1, :count)`,
        { account: id ?? '', parent: keyId ?? '', age, count },
      )
    await made(500, '25 hours')
    await made(99, '1 hour')
    expect((await fixture.as(key)('POST', '/account/keys')).status).toBe(201)
    const refused = await fixture.as(key)('POST', '/account/keys')
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate-limited' } })
    expect(refused.body.detail).toContain('100 keys in 24 hours')
    const retryAfter = Number(refused.headers.get('retry-after'))
    expect(retryAfter).toBeGreaterThan(22 * 3_600)
    expect(retryAfter).toBeLessThanOrEqual(23 * 3_600)
    expect((await fixture.admin('POST', `/admin/accounts/${id}/keys`)).status).toBe(201)
  })
})

describe('the admin listener', () => {
  test.each(['', 'Bearer', 'Bearer wrong', 'admin-token-of-the-tests'])('refuses %j', async (authorization) => {
    expect((await fixture.admin('GET', '/admin/accounts', { headers: { authorization } })).status).toBe(401)
  })

  test('accepts no API keys, and the public listener has no admin paths', async () => {
    const { key = '' } = await fixture.account()
    expect(
      (await fixture.admin('GET', '/admin/accounts', { headers: { authorization: `Bearer ${key}` } })).status,
    ).toBe(401)
    const headers = { authorization: 'Bearer admin-token-of-the-tests' }
    expect((await fixture.call('GET', '/admin/accounts', { headers })).status).toBe(404)
  })
})
