import { describe, expect } from 'vitest'
import { type Fixture, test } from './fixture.ts'

let fixture: Fixture
test.beforeAll(async ({ shared }) => {
  fixture = shared
})

const get = async (path: string) => {
  const response = await fetch(fixture.gateway.url + path)
  return { status: response.status, headers: response.headers, text: await response.text() }
}

describe('the web application of the portal', () => {
  test('has one document at each of its pages, which nothing stores and which runs no inline script', async () => {
    for (const path of [
      '/portal',
      '/portal/',
      '/portal/sign-in',
      '/portal/o/DKO/releases/abc?q=x',
      '/portal/o/a%20b',
    ]) {
      const { status, headers, text } = await get(path)
      expect([path, status, headers.get('content-type')]).toEqual([path, 200, 'text/html; charset=utf-8'])
      expect(headers.get('cache-control')).toBe('no-store')
      const policy = headers.get('content-security-policy') ?? ''
      expect(policy).toMatch(/default-src 'none'; script-src 'self';/)
      expect(policy).not.toMatch(/unsafe|\*|https?:/)
      const [, nonce] = /'nonce-([\w+/=]+)'/.exec(policy) ?? []
      expect(text).toContain(`nonce="${nonce}"`)
    }
  })

  test('has another nonce in each response', async () => {
    const policies = await Promise.all([get('/portal'), get('/portal')])
    expect(new Set(policies.map(({ headers }) => headers.get('content-security-policy'))).size).toBe(2)
  })

  test('has files that browsers keep', async () => {
    const { text } = await get('/portal')
    const files = [...text.matchAll(/(?:src|href)="(\/portal\/assets\/[^"]+)"/g)].map(([, path = '']) => path)
    expect(files.length).toBeGreaterThan(2)
    for (const file of files) {
      const { status, headers } = await get(file)
      expect([file, status]).toEqual([file, 200])
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    }
  })

  test('has no document in the place of a file or an operation', async () => {
    for (const path of ['/portal/assets/none.js', '/portal/assets/', '/portal/api/none', '/portalx']) {
      expect([path, (await get(path)).status]).toEqual([path, 404])
    }
    const { status } = await fetch(`${fixture.gateway.url}/portal/o/DKO`, { method: 'POST' })
    expect(status).toBe(404)
  })
})
