import { type Operation, operations, roles } from '@guidebook/contracts'
import { describe, expect } from 'vitest'
import { json } from './fake-service.ts'
import { type Fixture, test } from './fixture.ts'
import { type Browser, browserOf, personOf } from './portal-client.ts'

let fixture: Fixture
let account: Record<string, string>
let browsers: Record<string, Browser>
test.beforeAll(async ({ shared }) => {
  fixture = shared
  fixture.forget()
  account = await fixture.account()
  const signedIn = roles.map(async (role) => [role, await personOf(fixture, account, role, `${role}@api.example`)])
  browsers = Object.fromEntries(await Promise.all(signedIn))
})

const as = (role: string) => browsers[role] as Browser
const partnerOperations = Object.values<Operation>(operations).filter(({ audience }) => audience === 'partner')
const pathOf = ({ path }: Operation, id: string) =>
  path.replace('{account}', id).replaceAll(/\{\w+\}/g, '0199f2c4-5d1e-7aa0-9c3e-0a4d7f1b2c3d')

describe('an operation in the portal', () => {
  test('is the operation of partners, with the person as the actor', async () => {
    fixture.fakes.releases.answer((_, response) => json(response, 200, { items: [], nextCursor: null }))
    const path = `/content/release/${account.id}?limit=3`
    const { status, headers, body } = await as('viewer').api(account.id ?? '', 'GET', path)
    expect([status, body]).toEqual([200, { items: [], nextCursor: null }])
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('ratelimit')).toMatch(/^"default";r=/)
    const { url, identity, headers: sent } = fixture.last('releases')
    expect(url).toBe(path)
    expect(identity).toEqual({
      scope: 'partner',
      issuer: 'gateway',
      account: account.id,
      oid: account.oid,
      test: false,
      actor: 'user:viewer@api.example',
    })
    expect(sent.cookie).toBeUndefined()
  })

  test('passes on bodies and idempotency keys, and its record names the person', async () => {
    fixture.fakes.geodata.answer((_, response) => json(response, 201, {}))
    const library = { account: account.id, customId: 'LIB', names: { en: 'Alps' } }
    const answer = await as('editor').api(account.id ?? '', 'POST', '/content/library', {
      json: library,
      headers: { 'idempotency-key': 'once', 'x-request-id': 'portal-request-1' },
    })
    expect(answer.status).toBe(201)
    fixture.fakes.releases.answer((_, response) => json(response, 200, { entries: [] }))
    const { body, headers } = fixture.last('geodata')
    expect([JSON.parse(String(body)), headers['idempotency-key']]).toEqual([library, 'once'])
    await expect
      .poll(async () => (await fixture.admin('GET', '/admin/requests/portal-request-1')).body.requests)
      .toMatchObject([{ account: account.id, keyPrefix: null, person: 'user:editor@api.example', status: 201 }])
  })

  test('takes the account of a GET from its path, for event streams and links', async () => {
    fixture.forget()
    const { status } = await as('viewer').ask('GET', `/portal/api/content/release/${account.id}/link/build`)
    expect(status).toBe(200)
    const inQuery = await as('viewer').ask('GET', `/portal/api/content/library?account=${account.id}`)
    expect(inQuery.status).toBe(200)
    const unnamed = await as('viewer').ask('GET', '/portal/api/account')
    expect(unnamed).toMatchObject({ status: 400, body: { code: 'invalid-header' } })
    const change = await as('office').ask('POST', `/portal/api/content/release/${account.id}/link/build`)
    expect(change).toMatchObject({ status: 400, body: { code: 'invalid-header' } })
  })

  test('has no access to the session when it is a page', async () => {
    fixture.fakes.releases.answer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': "default-src 'none'" })
      response.end('<p>A trip</p>')
    })
    const path = `/portal/api/content/release/${account.id}/link`
    const page = await as('viewer').ask('GET', `${path}/page`)
    expect(page.headers.get('content-security-policy')).toBe("default-src 'none', sandbox")
    fixture.forget()
    const record = await as('viewer').ask('GET', path)
    expect(record.headers.get('content-security-policy')).toBeNull()
  })

  test('needs a session, and a key does not replace it', async () => {
    const stranger = browserOf(fixture.call)
    const signedOut = { status: 401, body: { code: 'signed-out' } }
    expect(await stranger.api(account.id ?? '', 'GET', '/account')).toMatchObject(signedOut)
    const withKey = { headers: { authorization: account.key ?? '' } }
    expect(await stranger.api(account.id ?? '', 'GET', '/account', withKey)).toMatchObject(signedOut)
    const cookie = { headers: { cookie: as('admin').cookie } }
    expect(await fixture.call('GET', '/account', cookie)).toMatchObject({
      status: 401,
      body: { code: 'unauthorized' },
    })
  })

  test('is refused for an account of others, in the header and in the path', async () => {
    const other = await fixture.account()
    const [mine, theirs] = [account.id ?? '', other.id ?? '']
    const mismatch = { status: 403, body: { code: 'account-mismatch' } }
    for (const operation of partnerOperations) {
      const { method } = operation
      expect(await as('admin').api(theirs, method, pathOf(operation, theirs)), operation.id).toMatchObject(mismatch)
      if (!operation.path.includes('{account}')) continue
      expect(await as('admin').api(mine, method, pathOf(operation, theirs)), operation.id).toMatchObject(mismatch)
      expect(await as('admin').api(theirs, method, pathOf(operation, mine)), operation.id).toMatchObject(mismatch)
    }
    expect(await as('admin').api('nonsense', 'GET', '/account')).toMatchObject(mismatch)
  })

  test('is refused with a smaller role than it declares, and reaches its service with that role', async () => {
    for (const fake of Object.values(fixture.fakes)) fake.answer((_, response) => json(response, 200, {}))
    for (const operation of partnerOperations) {
      const { id, method, service, role: least = 'admin' } = operation
      const smaller = roles.slice(0, roles.indexOf(least))
      for (const role of smaller) {
        const answer = await as(role).api(account.id ?? '', method, pathOf(operation, account.id ?? ''))
        expect(answer, `${role} ${id}`).toMatchObject({ status: 403, body: { code: 'role-too-small' } })
        expect(answer.body.detail).toContain(`role ${least}`)
      }
      if (service === 'gateway') continue
      const allowed = await as(least).api(account.id ?? '', method, pathOf(operation, account.id ?? ''))
      expect(allowed.status, `${least} ${id}`).toBe(200)
    }
  })

  test('is only one of partners', async () => {
    for (const path of [
      '/t/link',
      '/admin/accounts',
      '/openapi.json',
      '/docs',
      '/portal/session',
      '/internal/readiness',
    ]) {
      expect((await as('admin').api(account.id ?? '', 'GET', path)).status, path).toBe(404)
    }
  })
})

describe('a request of another site', () => {
  const changes = Object.values<Operation>(operations).filter(
    ({ audience, method }) => (audience === 'portal' || audience === 'partner') && method !== 'GET',
  )
  const targetOf = (operation: Operation) =>
    (operation.audience === 'partner' ? '/portal/api' : '') + pathOf(operation, account.id ?? '')
  const refused = { status: 403, body: { code: 'cross-site-request' } }
  const send = (operation: Operation, headers: Record<string, string>, body?: string) =>
    fixture.call(operation.method, targetOf(operation), {
      headers: { cookie: as('admin').cookie, 'guidebook-account': account.id ?? '', ...headers },
      ...(body === undefined ? {} : { body }),
    })

  test('changes nothing, whatever operation it names', async () => {
    const before = fixture.fakes.releases.arrived()
    for (const operation of changes) {
      for (const headers of [
        {},
        { origin: 'https://evil.example' },
        { origin: 'null' },
        { origin: 'https://guidebook.test.evil.example' },
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' },
      ] as Record<string, string>[])
        expect(await send(operation, headers), `${operation.id} ${JSON.stringify(headers)}`).toMatchObject(refused)
    }
    expect(fixture.fakes.releases.arrived()).toBe(before)
    expect((await as('admin').ask('GET', '/portal/session')).status).toBe(200)
  })

  test('has no body that a form can send', async () => {
    for (const operation of [operations.createLibrary, operations.signIn, operations.previewImport] as Operation[]) {
      for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', '']) {
        const headers = { origin: 'https://guidebook.test', 'content-type': type }
        expect(await send(operation, headers, '{}'), `${operation.id} ${type}`).toMatchObject(refused)
      }
    }
  })

  test('is recognised by Origin or by Sec-Fetch-Site', async () => {
    const own = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' }
    expect(await send(operations.signIn, own, '{"token":"x"}')).toMatchObject({ status: 401 })
  })
})
