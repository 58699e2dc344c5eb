import { operations } from '@guidebook/contracts'
import { createInternalClient, createLogger, serviceIdentity } from '@guidebook/service-kit'
import { describe, expect } from 'vitest'
import { type Fixture, test } from './fixture.ts'

let fixture: Fixture
test.beforeAll(async ({ shared }) => {
  fixture = shared
  fixture.forget()
})

/** The version of the account's latest announcement. The outbox is emptied, so the version is read from the account. */
const versionOf = async (id: string) => (await fixture.admin('GET', `/admin/accounts/${id}`)).body.version as number

describe('accounts', () => {
  test('are created with defaults for absent fields', async () => {
    const { status, headers, body } = await fixture.admin('POST', '/admin/accounts', {
      json: { name: 'Alpine Walks', oid: 'ALP', email: 'office@alpine.example', type: 'operator' },
    })
    expect(status).toBe(201)
    expect(headers.get('location')).toBe(`/admin/accounts/${body.id}`)
    expect(body).toMatchObject({
      oid: 'ALP',
      defaultLang: 'en',
      timeZone: 'UTC',
      test: false,
      connections: [],
      version: 1,
    })
    expect((await fixture.admin('GET', '/admin/accounts?oid=ALP')).body.items).toEqual([body])
  })

  test('have a unique Operator ID', async () => {
    await fixture.account({ oid: 'DUP' })
    const { status, body } = await fixture.admin('POST', '/admin/accounts', {
      json: { name: 'Other', oid: 'DUP', email: 'o@other.example', type: 'reseller' },
    })
    expect(status).toBe(409)
    expect(body).toMatchObject({ code: 'oid-taken', errors: [{ pointer: '/oid' }] })
  })

  test('refuse a time zone that does not exist, and every other fault at once', async () => {
    const zone = await fixture.admin('POST', '/admin/accounts', {
      json: { name: 'X', oid: 'TZZ', email: 'x@x.example', type: 'operator', timeZone: 'Mars/Olympus' },
    })
    expect(zone.body).toMatchObject({ status: 422, errors: [{ pointer: '/timeZone' }] })
    const many = await fixture.admin('POST', '/admin/accounts', { json: { oid: 'abcd', extra: 1 } })
    expect(many.body.errors.map(({ pointer }: { pointer: string }) => pointer).sort()).toEqual([
      '/email',
      '/extra',
      '/name',
      '/oid',
      '/type',
    ])
  })

  test('change only the sent fields, and the version grows only with a change', async () => {
    const { id } = await fixture.account()
    const changed = await fixture.admin('PATCH', `/admin/accounts/${id}`, {
      json: { colors: { primary: '#000001', secondary: '#000002' }, app: { iosUrl: 'https://apps.example/1' } },
    })
    expect(changed.body).toMatchObject({
      version: 2,
      colors: { primary: '#000001' },
      app: { iosUrl: 'https://apps.example/1' },
    })
    const same = await fixture.admin('PATCH', `/admin/accounts/${id}`, {
      json: { app: { iosUrl: 'https://apps.example/1' } },
    })
    expect(same.body.version).toBe(2)
  })

  test('are not changed with an outdated ETag', async () => {
    const { id } = await fixture.account()
    const { headers } = await fixture.admin('GET', `/admin/accounts/${id}`)
    const rename = (name: string) =>
      fixture.admin('PATCH', `/admin/accounts/${id}`, {
        json: { name },
        headers: { 'if-match': headers.get('etag') ?? '' },
      })
    expect((await rename('First')).status).toBe(200)
    expect((await rename('Second')).body.code).toBe('precondition-failed')
  })

  test('that do not exist are not found, whatever the form of their id', async () => {
    for (const id of ['nobody', '01890a5d-ac96-774b-bcce-b302099a8057']) {
      expect((await fixture.admin('GET', `/admin/accounts/${id}`)).status).toBe(404)
      expect((await fixture.admin('PATCH', `/admin/accounts/${id}`, { json: { name: 'x' } })).status).toBe(404)
      expect((await fixture.admin('POST', `/admin/accounts/${id}/keys`)).status).toBe(404)
    }
  })

  test('are listed in pages', async () => {
    for (let index = 0; index < 3; index++) await fixture.account()
    const first = (await fixture.admin('GET', '/admin/accounts?limit=2')).body
    expect(first.items).toHaveLength(2)
    const second = (await fixture.admin('GET', `/admin/accounts?limit=2&cursor=${first.nextCursor}`)).body
    expect(second.items[0].id > first.items[1].id).toBe(true)
  })

  test('have a link to the next page, and an invalid cursor is refused', async () => {
    for (let index = 0; index < 2; index++) await fixture.account()
    const { headers, body } = await fixture.admin('GET', '/admin/accounts?limit=1')
    expect(headers.get('link')).toBe(`<?limit=1&cursor=${body.nextCursor}>; rel="next"`)
    const forged = Buffer.from('["x"]').toString('base64url')
    const refused = await fixture.admin('GET', `/admin/accounts?cursor=${forged}`)
    expect([refused.status, refused.body.errors[0].pointer]).toEqual([422, '/cursor'])
  })

  test('can change one colour and keep the other', async () => {
    const { id } = await fixture.account({ colors: { primary: '#111111', secondary: '#222222' } })
    const { body } = await fixture.admin('PATCH', `/admin/accounts/${id}`, { json: { colors: { primary: '#333333' } } })
    expect(body.colors).toEqual({ primary: '#333333', secondary: '#222222' })
  })

  test('print their roadbooks on A4 by default', async () => {
    const { id } = await fixture.account()
    const { body } = await fixture.admin('GET', `/admin/accounts/${id}`)
    expect(body.roadbook).toEqual({ paper: 'A4' })
    const change = (paper: string) => fixture.admin('PATCH', `/admin/accounts/${id}`, { json: { roadbook: { paper } } })
    expect((await change('A5')).body).toMatchObject({ roadbook: { paper: 'A5' }, version: 2 })
    expect((await change('A3')).body.errors[0].pointer).toBe('/roadbook/paper')
  })

  test('have a number for emergencies, which is checked and can be removed', async () => {
    const { id } = await fixture.account()
    const change = (emergencyPhone: string | null) =>
      fixture.admin('PATCH', `/admin/accounts/${id}`, { json: { emergencyPhone } })
    expect((await fixture.admin('GET', `/admin/accounts/${id}`)).body.emergencyPhone).toBeNull()
    expect((await change('+41 81 000 00 00')).body).toMatchObject({ emergencyPhone: '+41 81 000 00 00', version: 2 })
    expect((await change('call us')).body.errors[0].pointer).toBe('/emergencyPhone')
    expect((await change(null)).body).toMatchObject({ emergencyPhone: null, version: 3 })
  })

  test('have a logo at an https address, since the build fetches no other', async () => {
    const { id } = await fixture.account()
    const change = (logo: string) => fixture.admin('PATCH', `/admin/accounts/${id}`, { json: { logo } })
    for (const logo of ['http://logos.example/a.png', 'https:///a.png', 'ftp://logos.example/a.png', 'a.png'])
      expect((await change(logo)).body.errors).toEqual([
        { pointer: '/logo', code: 'invalid-field', message: expect.stringContaining('https'), rule: 'https-address' },
      ])
    expect((await change('https://logos.example/a.png')).status).toBe(200)
  })

  test('created again with the same Idempotency-Key are created once', async () => {
    const json = { name: 'Once', oid: 'ONC', email: 'once@once.example', type: 'operator' }
    const create = () => fixture.admin('POST', '/admin/accounts', { json, headers: { 'idempotency-key': 'once' } })
    const [first, again] = [await create(), await create()]
    expect(again.status).toBe(201)
    expect(again.body).toEqual(first.body)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
  })
})

describe('connections', () => {
  test('are made in both directions and published once', async () => {
    const [a, b] = [await fixture.account(), await fixture.account()]
    const { body } = await fixture.admin('PUT', `/admin/accounts/${a.id}/connections/${b.id}`)
    expect(body.connections).toEqual([b.id])
    expect((await fixture.admin('GET', `/admin/accounts/${b.id}`)).body.connections).toEqual([a.id])
    await fixture.admin('PUT', `/admin/accounts/${b.id}/connections/${a.id}`)
    expect([await versionOf(a.id ?? ''), await versionOf(b.id ?? '')]).toEqual([2, 2])

    expect((await fixture.admin('DELETE', `/admin/accounts/${b.id}/connections/${a.id}`)).status).toBe(204)
    expect((await fixture.admin('GET', `/admin/accounts/${a.id}`)).body).toMatchObject({ connections: [], version: 3 })
  })

  test('made at the same time from both sides neither fail nor duplicate', async () => {
    const [a, b] = [await fixture.account(), await fixture.account()]
    const answers = await Promise.all(
      [`${a.id}/connections/${b.id}`, `${b.id}/connections/${a.id}`].map((path) =>
        fixture.admin('PUT', `/admin/accounts/${path}`),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await versionOf(a.id ?? '')).toBe(2)
  })

  test('need two accounts that exist', async () => {
    const { id } = await fixture.account()
    expect((await fixture.admin('PUT', `/admin/accounts/${id}/connections/${id}`)).body.code).toBe('connection-to-self')
    expect((await fixture.admin('PUT', `/admin/accounts/${id}/connections/nobody`)).status).toBe(404)
  })
})

describe('the account of a key', () => {
  /** So that the gateway does not record the use of its key during the test. */
  const markUsed = ({ keyId }: Record<string, string>) =>
    fixture.database.knex('api_keys').where({ id: keyId }).update({ last_used_at: new Date() })

  test('returns its settings, the prefixes of its keys and its partners, and nothing of others', async () => {
    const [a, b, c] = [await fixture.account(), await fixture.account(), await fixture.account()]
    await fixture.admin('PUT', `/admin/accounts/${a.id}/connections/${b.id}`)
    await markUsed(a)
    const { status, body } = await fixture.as(a.key ?? '')('GET', '/account')
    expect(status).toBe(200)
    expect(body).toMatchObject({ id: a.id, oid: a.oid, partners: [{ id: b.id, oid: b.oid }] })
    expect(body.keys).toEqual([
      {
        id: a.keyId,
        parent: null,
        createdBy: null,
        prefix: expect.stringMatching(/^gbk_live_\w{6}$/),
        createdAt: expect.any(String),
        lastUsedAt: expect.any(String),
      },
    ])
    const text = JSON.stringify(body)
    expect(text).not.toContain(a.key)
    expect(text).not.toContain(c.id)
  })

  test('has an ETag', async () => {
    const account = await fixture.account()
    await markUsed(account)
    const { key = '' } = account
    const { headers } = await fixture.as(key)('GET', '/account')
    const again = await fixture.as(key)('GET', '/account', { headers: { 'if-none-match': headers.get('etag') ?? '' } })
    expect(again.status).toBe(304)
  })
})

describe('other services', () => {
  test('read the fields that they store, by id and by Operator ID', async () => {
    const { id = '', oid = '' } = await fixture.account()
    const log = createLogger({ service: 'test', level: 'silent' })
    const issuer = fixture.keys.issuer('releases')
    await using client = disposable(
      createInternalClient({
        service: 'releases',
        target: 'gateway',
        baseUrl: fixture.gateway.internalUrl,
        issuer,
        log,
      }),
    )
    const byId = await client.call(operations.readAccount, { params: { account_id: id } })
    expect(byId.body.account).toMatchObject({
      id,
      oid,
      version: 1,
      primaryColor: expect.stringMatching(/^#/),
      connections: [],
    })
    const byOid = await client.call(operations.findAccountByOid, { query: { oid } })
    expect(byOid.body).toEqual(byId.body)
    expect((await client.call(operations.readAccount, { params: { account_id: 'nobody' } })).body.account).toBeNull()
  })

  test('need a service token: neither a key nor the admin token is accepted on internal paths', async () => {
    const { key = '' } = await fixture.account()
    for (const authorization of ['', key, `Bearer ${key}`, 'Bearer admin-token-of-the-tests']) {
      const answer = await fetch(`${fixture.gateway.internalUrl}/internal/accounts?oid=ABC`, {
        headers: { authorization },
      })
      expect(answer.status).toBe(401)
    }
  })

  test('are not on the public listener, even with a token', async () => {
    const token = await fixture.keys
      .issuer('releases')
      .sign({ audience: 'gateway', identity: serviceIdentity('releases') })
    for (const path of ['/internal/accounts?oid=ABC', '/internal/dead-letters', '/internal/readiness']) {
      const { status } = await fixture.call('GET', path, { headers: { authorization: `Bearer ${token}` } })
      expect([path, status]).toEqual([path, 404])
    }
  })
})

const disposable = <T extends { stop(): Promise<void> }>(thing: T) =>
  Object.assign(thing, { [Symbol.asyncDispose]: () => thing.stop() })
