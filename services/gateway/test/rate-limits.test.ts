import { eventually } from '@guidebook/service-kit/test'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { generateKey } from '../src/api-key/key-format.ts'
import { createClientAddress } from '../src/rate-limit/client-address.ts'
import { json } from './fake-service.ts'
import { type Fixture, startFixture } from './fixture.ts'
import { personOf } from './portal-client.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await startFixture({
    RATE_LIMIT_PER_MINUTE: '5',
    TRAVELLER_RATE_LIMIT_PER_MINUTE: '4',
    WRONG_KEY_LIMIT_PER_MINUTE: '3',
    TRUSTED_PROXIES: '1',
  })
})
afterAll(() => fixture[Symbol.asyncDispose]())

/** As the trusted proxy reports it. */
const from = (address: string) => ({ headers: { 'x-forwarded-for': `10.0.0.1, ${address}` } })

describe('the limit of an account', () => {
  test('is in every response and refuses excess requests, per account', async () => {
    const [busy, calm] = [await fixture.account(), await fixture.account()]
    const ask = (key = '') => fixture.as(key)('GET', '/account')
    const first = await ask(busy.key)
    expect(first.headers.get('ratelimit-policy')).toBe('"default";q=5;w=60')
    expect(first.headers.get('ratelimit')).toMatch(/^"default";r=4;t=\d+$/)
    for (let times = 1; times < 5; times++) expect((await ask(busy.key)).status).toBe(200)

    const refused = await ask(busy.key)
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate-limited' } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(refused.headers.get('ratelimit-policy')).toBe('"default";q=5;w=60')
    expect(refused.headers.get('ratelimit')).toMatch(/r=0;/)
    expect((await ask(calm.key)).status).toBe(200)
  })

  test('is recorded once a second, however many requests it refuses', async () => {
    const { key = '' } = await fixture.account()
    fixture.fakes.releases.answer((_, response) => json(response, 200, { entries: [] }))
    const headers = { 'x-request-id': 'refused-often' }
    const ask = () => fixture.as(key)('GET', '/account', { headers })
    const all = await Promise.all(Array.from({ length: 45 }, ask))
    expect(all.filter(({ status }) => status === 429)).toHaveLength(40)
    const recordsOf = async (id: string) => (await fixture.admin('GET', `/admin/requests/${id}`)).body.requests
    // Records are written in their order.
    const { key: other = '' } = await fixture.account()
    await fixture.as(other)('POST', '/account/keys', { headers: { 'x-request-id': 'recorded-last' } })
    await eventually(async () => (await recordsOf('recorded-last')).length === 1)
    const recorded = await recordsOf('refused-often')
    expect(recorded[0]).toMatchObject({ status: 429, error: 'rate-limited' })
    expect(recorded.length).toBeLessThan(20)
  })

  test('is also in error responses and in responses of services', async () => {
    const { key = '' } = await fixture.account()
    const refused = await fixture.as(key)('GET', '/content/release/another-account')
    expect([refused.status, refused.headers.get('ratelimit')]).toEqual([403, expect.stringMatching(/r=4;/)])
    const forwarded = await fixture.as(key)('GET', '/content/geodata/x')
    expect([forwarded.status, forwarded.headers.get('ratelimit')]).toEqual([200, expect.stringMatching(/r=3;/)])
  })
})

describe('an account with several keys', () => {
  test('has a single limit for all of them', async () => {
    const account = await fixture.account()
    const second = (await fixture.as(account.key ?? '')('POST', '/account/keys')).body.key
    const ask = (key = '') => fixture.as(key)('GET', '/account')
    for (const key of [account.key, second, account.key, second]) expect((await ask(key)).status).toBe(200)
    expect((await ask(account.key)).status).toBe(429)
    expect((await ask(second)).status).toBe(429)
  })
})

describe('the limit of travellers', () => {
  test('counts by network address', async () => {
    const statuses: number[] = []
    for (let times = 0; times < 5; times++)
      statuses.push((await fixture.call('GET', '/t/link', from('203.0.113.7'))).status)
    expect(statuses).toEqual([200, 200, 200, 200, 429])
    const other = await fixture.call('GET', '/t/link', from('203.0.113.8'))
    expect([other.status, other.headers.get('ratelimit')]).toEqual([200, expect.stringMatching(/^"address";r=3;/)])
  })
})

test('the files of the portal are counted by network address', async () => {
  const page = await fixture.call('GET', '/portal', from('203.0.113.51'))
  const [file = ''] = /\/portal\/assets\/[^"]+/.exec(page.body) ?? []
  const statuses: number[] = []
  for (let times = 0; times < 5; times++) statuses.push((await fixture.call('GET', file, from('203.0.113.52'))).status)
  expect(statuses).toEqual([200, 200, 200, 200, 429])
})

describe('requests without a valid key', () => {
  const attempt = (key: string, address: string) =>
    fixture.call('GET', '/account', { headers: { ...from(address).headers, ...(key && { authorization: key }) } })
  const statuses = async (keys: string[], address: string) => {
    const found: number[] = []
    for (const key of keys) found.push((await attempt(key, address)).status)
    return found
  }

  test.each([
    ['unknown', '203.0.113.9', () => generateKey('live').key],
    ['malformed', '203.0.113.19', () => 'nonsense'],
    ['missing', '203.0.113.29', () => ''],
  ])('are counted by address when the key is %s', async (_, address, key) => {
    expect(await statuses([key(), key(), key(), key(), key()], address)).toEqual([401, 401, 401, 429, 429])
    const { headers } = await attempt(key(), address)
    expect(headers.get('retry-after')).toMatch(/^\d+$/)
    expect(headers.get('connection')).toBe('close')
    expect((await attempt(key(), `${address}0`)).status).toBe(401)
  })

  test('do not lock out a valid key at their address, used before or not', async () => {
    const [used, unused] = [await fixture.account(), await fixture.account()]
    const address = '203.0.113.11'
    expect((await attempt(used.key ?? '', address)).status).toBe(200)
    const wrong = Array.from({ length: 10 }, () => generateKey('live').key)
    expect((await statuses(wrong, address)).at(-1)).toBe(429)
    expect(await statuses([used.key ?? '', unused.key ?? ''], address)).toEqual([200, 200])
  })

  test('do not refuse a valid key that arrives among many of them', async () => {
    const { key = '' } = await fixture.account()
    const keys = [...Array.from({ length: 200 }, () => generateKey('live').key), key]
    const answers = await Promise.all(keys.map((one) => attempt(one, '203.0.113.12')))
    const count = (status: number) => answers.filter((answer) => answer.status === status).length
    expect(answers.at(-1)?.status).toBe(200)
    expect([count(401), count(429)]).toEqual([3, 197])
  })
})

describe('a refused request counts', () => {
  const times = async (count: number, ask: () => Promise<{ status: number }>) => {
    const statuses: number[] = []
    for (let done = 0; done < count; done++) statuses.push((await ask()).status)
    return statuses
  }

  test('for its account while that is suspended', async () => {
    const { id, key = '' } = await fixture.account()
    await fixture.admin('PUT', `/admin/accounts/${id}/suspension`, { json: { reason: 'Unpaid invoices.' } })
    const statuses = await times(6, () => fixture.as(key)('GET', '/account'))
    expect(statuses).toEqual([403, 403, 403, 403, 403, 429])
  })

  test('for its account when the role of the person is too small', async () => {
    const account = await fixture.account()
    const viewer = await personOf(fixture, account, 'viewer', 'viewer@limits.example')
    // The invitation counted, too.
    const statuses = await times(5, () => viewer.api(account.id ?? '', 'POST', '/account/keys'))
    expect(statuses).toEqual([403, 403, 403, 403, 429])
  })

  test('for its address when it comes from another site, or names no account of the person; a valid key and session pass there', async () => {
    const [account, other] = [await fixture.account(), await fixture.account()]
    const person = await personOf(fixture, account, 'viewer', 'person@limits.example')
    const named = (id = '') => ({ 'guidebook-account': id })
    const refusals = {
      '203.0.113.41': () =>
        person.ask('POST', '/portal/api/account/keys', at('203.0.113.41', { origin: 'https://evil.example' })),
      '203.0.113.42': () => person.ask('GET', '/portal/api/account', at('203.0.113.42')),
      '203.0.113.43': () => person.ask('GET', '/portal/api/account', at('203.0.113.43', named(other.id))),
    }
    for (const [address, ask] of Object.entries(refusals)) {
      const [status, ...statuses] = await times(5, ask)
      expect([400, 403]).toContain(status)
      expect(statuses, address).toEqual([status, status, status, 429])
      expect((await person.ask('GET', '/portal/api/account', at(address, named(account.id)))).status).toBe(200)
    }
    const withKey = at('203.0.113.41', { authorization: account.key ?? '' })
    expect((await fixture.call('GET', '/account', withKey)).status).toBe(200)
  })

  const at = (address: string, headers: Record<string, string> = {}) => ({
    headers: { ...from(address).headers, ...headers },
  })
})

describe('the address of a client', () => {
  const request = (remoteAddress: string, forwarded?: string) =>
    ({ socket: { remoteAddress }, headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded } }) as never

  test('is that of the connection when no proxy is trusted', () => {
    expect(createClientAddress(0)(request('203.0.113.1', '198.51.100.1'))).toBe('203.0.113.1')
  })

  test('is as many places from the end of X-Forwarded-For as there are proxies', () => {
    const address = createClientAddress(2)
    expect(address(request('10.0.0.2', 'invented, 198.51.100.1, 10.0.0.1'))).toBe('198.51.100.1')
    expect(address(request('10.0.0.2', '198.51.100.1'))).toBe('10.0.0.2')
    expect(address(request('10.0.0.2', 'no address, 10.0.0.1'))).toBe('10.0.0.2')
  })

  test('is the /64 network for IPv6, and the IPv4 address for IPv4-mapped addresses', () => {
    const address = createClientAddress(0)
    expect(address(request('2001:db8:1:2:3:4:5:6'))).toBe('2001:db8:1:2::/64')
    expect(address(request('::ffff:203.0.113.1'))).toBe('203.0.113.1')
  })
})
