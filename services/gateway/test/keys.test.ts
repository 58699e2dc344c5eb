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
      keys: [{ id: keyId, prefix: key.slice(0, 15), createdAt: expect.any(String) }],
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
