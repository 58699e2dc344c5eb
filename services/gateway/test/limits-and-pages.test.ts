import { errorCatalogue } from '@guidebook/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Fixture, startFixture } from './fixture.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await startFixture({ RATE_LIMIT_PER_MINUTE: '5' })
})
afterAll(() => fixture[Symbol.asyncDispose]())

describe('the rate limit', () => {
  test('is told with every answer and refuses what is too much, key by key', async () => {
    const [busy, calm] = [await fixture.account(), await fixture.account()]
    const ask = (key = '') => fixture.as(key)('GET', '/account')
    const first = await ask(busy.key)
    expect(first.headers.get('ratelimit-policy')).toBe('"default";q=5;w=60')
    expect(first.headers.get('ratelimit')).toMatch(/^"default";r=4;t=\d+$/)
    for (let times = 1; times < 5; times++) expect((await ask(busy.key)).status).toBe(200)

    const refused = await ask(busy.key)
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate-limited' } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(refused.headers.get('ratelimit')).toMatch(/r=0;/)
    expect((await ask(calm.key)).status).toBe(200)
  })

  test('does not count travellers', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => fixture.call('GET', '/t/link')))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  })
})

describe('what is open to all', () => {
  test('is the OpenAPI document', async () => {
    const { status, headers, body } = await fixture.call('GET', '/openapi.json')
    expect(status).toBe(200)
    expect(body.openapi).toBe('3.1.0')
    expect(body.servers).toEqual([{ url: 'https://guidebook.test' }])
    const again = await fixture.call('GET', '/openapi.json', {
      headers: { 'if-none-match': headers.get('etag') ?? '' },
    })
    expect(again.status).toBe(304)
    expect((await fixture.call('POST', '/openapi.json')).status).toBe(405)
  })

  test('is a page for every error code, which problems lead to', async () => {
    for (const [code, { title, status }] of Object.entries(errorCatalogue)) {
      const page = await fixture.call('GET', `/docs/errors/${code}`)
      expect(page.status).toBe(200)
      expect(page.body).toContain(title)
      expect(page.body).toContain(String(status))
    }
    expect((await fixture.call('GET', '/docs/errors')).body).toContain('/docs/errors/release-locked')
  })

  test('is whether the gateway lives and is ready', async () => {
    expect((await fixture.call('GET', '/livez')).status).toBe(200)
    expect((await fixture.call('GET', '/readyz')).body).toMatchObject({
      status: 'up',
      checks: { database: 'up', schema: 'up', broker: 'up' },
    })
  })
})
