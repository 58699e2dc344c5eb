import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { generateKey } from '../src/api-key/key-format.ts'
import { type Fixture, startFixture } from './fixture.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await startFixture()
})
afterAll(() => fixture[Symbol.asyncDispose]())

describe('API keys', () => {
  test('are understood as they are and after the word Bearer', async () => {
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
  ])('%j is answered with 401 and how to do it', async (authorization) => {
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

  test('that is missing, mistyped or unknown is told apart', async () => {
    const { key = '' } = await fixture.account()
    const detail = async (headers: Record<string, string>) =>
      (await fixture.call('GET', '/account', { headers })).body.detail
    expect(await detail({})).toContain('is missing')
    expect(await detail({ authorization: `${key.slice(0, -1)}` })).toContain('mistyped')
    expect(await detail({ authorization: generateKey('live').key })).toContain('unknown or was revoked')
  })

  test('can be several at a time, and one is revoked without the others', async () => {
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

  test('that are revoked at one gateway are refused by the others within five seconds', async () => {
    await using replica = await fixture.startReplica()
    const { key = '', keyId, id } = await fixture.account()
    const atReplica = () => fetch(`${replica.url}/account`, { headers: { authorization: key } })
    expect((await atReplica()).status).toBe(200)
    await fixture.admin('DELETE', `/admin/accounts/${id}/keys/${keyId}`)
    await vi.waitFor(async () => expect((await atReplica()).status).toBe(401), { timeout: 5_000, interval: 50 })
  })

  test('of test accounts say so', async () => {
    const { key } = await fixture.account({ test: true })
    expect(key).toMatch(/^gbk_test_/)
  })

  test('are kept as hashes only', async () => {
    const { key = '' } = await fixture.account()
    const { rows } = await fixture.database.knex.raw('SELECT api_keys::text AS row FROM api_keys')
    expect(JSON.stringify(rows)).not.toContain(key.slice(20))
  })

  test('are listed for support, which revokes them by their id', async () => {
    const { id = '', keyId = '', key = '' } = await fixture.account()
    const list = async () => (await fixture.admin('GET', `/admin/accounts/${id}/keys`)).body
    expect(await list()).toEqual({
      keys: [{ id: keyId, prefix: key.slice(0, 15), parent: null, createdAt: expect.any(String) }],
    })
    expect((await fixture.admin('DELETE', `/admin/accounts/${id}/keys/${keyId}`)).status).toBe(204)
    expect(await list()).toEqual({ keys: [] })
    expect((await fixture.admin('GET', '/admin/accounts/nobody/keys')).status).toBe(404)
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

describe('the number of live keys', () => {
  const statusesOf = (answers: readonly { status: number }[]) => answers.map(({ status }) => status)
  const count = (all: readonly number[], status: number) => all.filter((one) => one === status).length

  test('is twenty for an account, however many are asked for at the same time', async () => {
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

  test('stays twenty when two gateways make them', async () => {
    await using replica = await fixture.startReplica()
    const { key = '' } = await fixture.account()
    const create = (url: string) => fetch(`${url}/account/keys`, { method: 'POST', headers: { authorization: key } })
    const both = [fixture.gateway.url, replica.url].flatMap((url) => Array.from({ length: 15 }, () => create(url)))
    expect(count(statusesOf(await Promise.all(both)), 201)).toBe(19)
  })

  test('is checked without holding up other accounts, however many requests wait for their turn', async () => {
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

  test('grows by at most a hundred a day that keys made, revoked ones included, while support can still make more', async () => {
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

describe('the descendants of a key', () => {
  const make = async (key: string): Promise<{ id: string; key: string; parent: string | null }> =>
    (await fixture.as(key)('POST', '/account/keys')).body
  const statusOf = async ({ key }: { key: string }) => (await fixture.as(key)('GET', '/account')).status

  test('are recorded: each key names the key that made it', async () => {
    const { key = '', keyId, id } = await fixture.account()
    const child = await make(key)
    expect(child.parent).toBe(keyId)
    const parents = [
      { id: keyId, parent: null },
      { id: child.id, parent: keyId },
    ]
    expect((await fixture.as(key)('GET', '/account')).body.keys).toMatchObject(parents)
    expect((await fixture.admin('GET', `/admin/accounts/${id}/keys`)).body.keys).toMatchObject(parents)
  })

  test('are revoked with it when that is asked for, the other keys of the account are not', async () => {
    const { key = '', id } = await fixture.account()
    const leaked = await make(key)
    const sibling = await make(key)
    const child = await make(leaked.key)
    const grandchild = await make(child.key)
    await fixture.as(key)('DELETE', `/account/keys/${child.id}`)
    expect(await statusOf(grandchild)).toBe(200)

    const revoked = await fixture.as(key)('DELETE', `/account/keys/${leaked.id}?descendants=true`)
    expect(revoked.status).toBe(204)
    expect([await statusOf(leaked), await statusOf(grandchild)]).toEqual([401, 401])
    expect(await statusOf(sibling)).toBe(200)
    const again = `/admin/accounts/${id}/keys/${leaked.id}?descendants=true`
    expect((await fixture.admin('DELETE', again)).status).toBe(404)
  })

  test('can be revoked after the key itself was', async () => {
    const { key = '', id } = await fixture.account()
    const leaked = await make(key)
    const child = await make(leaked.key)
    await fixture.as(key)('DELETE', `/account/keys/${leaked.id}`)
    expect(await statusOf(child)).toBe(200)
    const path = `/admin/accounts/${id}/keys/${leaked.id}`
    expect((await fixture.admin('DELETE', path)).status).toBe(404)
    expect((await fixture.admin('DELETE', `${path}?descendants=true`)).status).toBe(204)
    expect(await statusOf(child)).toBe(401)
  })

  test('are refused by other gateways within five seconds', async () => {
    await using replica = await fixture.startReplica()
    const { key = '', keyId, id } = await fixture.account()
    const child = await make(key)
    const atReplica = () => fetch(`${replica.url}/account`, { headers: { authorization: child.key } })
    expect((await atReplica()).status).toBe(200)
    await fixture.admin('DELETE', `/admin/accounts/${id}/keys/${keyId}?descendants=true`)
    await vi.waitFor(async () => expect((await atReplica()).status).toBe(401), { timeout: 5_000, interval: 50 })
  })

  test('do not outlive it when they are made while it is revoked, also at a gateway that still trusts it', async () => {
    await using replica = await fixture.startReplica()
    const { key = '', keyId, id } = await fixture.account()
    const create = (url: string) => fetch(`${url}/account/keys`, { method: 'POST', headers: { authorization: key } })
    expect((await create(replica.url)).status).toBe(201)
    const creations = Array.from({ length: 10 }, () => create(replica.url))
    const revoked = fixture.admin('DELETE', `/admin/accounts/${id}/keys/${keyId}?descendants=true`)
    expect((await revoked).status).toBe(204)
    const statuses = (await Promise.all([...creations, create(replica.url)])).map(({ status }) => status)
    expect(statuses.at(-1)).toBe(401)
    expect((await fixture.admin('GET', `/admin/accounts/${id}/keys`)).body.keys).toEqual([])
  })

  test('of another account are not found', async () => {
    const [mine, other] = [await fixture.account(), await fixture.account()]
    const path = `/account/keys/${other.keyId}?descendants=true`
    expect((await fixture.as(mine.key ?? '')('DELETE', path)).status).toBe(404)
    expect(await statusOf({ key: other.key ?? '' })).toBe(200)
  })
})

describe('the admin listener', () => {
  test.each(['', 'Bearer', 'Bearer wrong', 'admin-token-of-the-tests'])('refuses %j', async (authorization) => {
    expect((await fixture.admin('GET', '/admin/accounts', { headers: { authorization } })).status).toBe(401)
  })

  test('is not open to keys, and the public one has no admin paths', async () => {
    const { key = '' } = await fixture.account()
    expect(
      (await fixture.admin('GET', '/admin/accounts', { headers: { authorization: `Bearer ${key}` } })).status,
    ).toBe(401)
    const headers = { authorization: 'Bearer admin-token-of-the-tests' }
    expect((await fixture.call('GET', '/admin/accounts', { headers })).status).toBe(404)
  })
})
