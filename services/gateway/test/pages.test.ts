import { type ErrorCode, errorCatalogue } from '@guidebook/contracts'
import { describe, expect } from 'vitest'
import { type Fixture, test } from './fixture.ts'

let fixture: Fixture
test.beforeAll(async ({ shared }) => {
  fixture = shared
  fixture.forget()
})

describe('the OpenAPI document', () => {
  test('is open to all, also to tools that run in browsers', async () => {
    const { status, headers, body } = await fixture.call('GET', '/openapi.json')
    expect(status).toBe(200)
    expect(body.openapi).toBe('3.1.0')
    expect(body.servers).toEqual([{ url: 'https://guidebook.test' }])
    expect(headers.get('access-control-allow-origin')).toBe('*')
    const again = await fixture.call('GET', '/openapi.json', {
      headers: { 'if-none-match': headers.get('etag') ?? '' },
    })
    expect(again.status).toBe(304)
    expect((await fixture.call('POST', '/openapi.json')).status).toBe(405)
  })

  test('is sent compressed', async () => {
    const answer = await fetch(`${fixture.gateway.url}/openapi.json`, { headers: { 'accept-encoding': 'br' } })
    expect(answer.headers.get('content-encoding')).toBe('br')
    expect(answer.headers.get('vary')).toBe('Accept-Encoding')
    expect(((await answer.json()) as { openapi: string }).openapi).toBe('3.1.0')
  })
})

describe('the reference', () => {
  test('may run and ask what is of our own origin, and nothing else', async () => {
    const { status, headers, body } = await fixture.call('GET', '/docs')
    expect(status).toBe(200)
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'; script-src 'self'")
    expect(policy).toContain("connect-src 'self'")
    expect(policy).not.toMatch(/unsafe-eval|https?:|\*/)
    for (const [, path = ''] of body.matchAll(/<script src="([^"]+)"/g)) {
      const script = await fixture.call('GET', path)
      expect([script.status, script.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8'])
    }
  })
})

describe('the documentation', () => {
  /** Every page that a reader reaches from the landing page, with its links. */
  async function crawl() {
    const seen = new Map<string, string[]>()
    const queue = ['/']
    for (const path of queue) {
      const { status, headers, body } = await fixture.call('GET', path)
      expect([path, status]).toEqual([path, 200])
      if (headers.get('content-type') !== 'text/html; charset=utf-8' || ['/docs', '/portal'].includes(path)) continue
      const links = [...String(body).matchAll(/ (?:href|src|action)="([^"#]*)(#[^"]*)?"/g)]
      seen.set(
        path,
        [...String(body).matchAll(/ id="([^"]*)"/g)].map(([, id]) => id ?? ''),
      )
      const inside = links.map(([, to = '']) => to).filter((to) => to.startsWith('/') && to !== '')
      queue.push(...new Set(inside.filter((to) => !queue.includes(to))))
    }
    return { seen, reached: queue }
  }

  test('every page, style, script and anchor that a page links to exists', async () => {
    const { seen, reached } = await crawl()
    for (const path of [
      '/docs/quick-start',
      '/docs/webhooks',
      '/docs/errors/unauthorized',
      '/docs/client',
      '/llms.txt',
    ])
      expect(reached).toContain(path)
    for (const path of seen.keys()) {
      const { body } = await fixture.call('GET', path)
      for (const [, to = '', anchor = ''] of String(body).matchAll(/ href="(\/?[^":]*)#([^"]+)"/g))
        expect([path, to, seen.get(to === '' ? path : to)?.includes(anchor)]).toEqual([path, to, true])
    }
  })

  test('has the address of this service in its commands, in pages and in Markdown', async () => {
    for (const path of ['/docs/quick-start', '/docs/quick-start.md', '/docs/handling-errors', '/llms.txt']) {
      const { body } = await fixture.call('GET', path)
      expect(body).toContain('https://guidebook.test')
      expect(body).not.toContain('guidebook.example')
    }
    const { body, headers } = await fixture.call('GET', '/docs/webhooks.md')
    expect(headers.get('content-type')).toBe('text/markdown; charset=utf-8')
    expect(body).toContain('](https://guidebook.test/docs/client)')
  })

  test('every Markdown file that the index for language models names exists', async () => {
    const { body } = await fixture.call('GET', '/llms.txt')
    const addresses = [...String(body).matchAll(/\(https:\/\/guidebook\.test(\/[^)]+)\)/g)].map(
      ([, path]) => path ?? '',
    )
    expect(addresses.length).toBeGreaterThan(12)
    for (const path of addresses) expect([path, (await fixture.call('GET', path)).status]).toEqual([path, 200])
  })

  test.each([
    ['/docs/', '/docs'],
    ['/docs/reference', '/docs'],
    ['/docs/quick-start/', '/docs/quick-start'],
    ['/docs/errors/', '/docs/errors'],
  ])('%s leads to %s', async (path, to) => {
    const { status, headers } = await fixture.call('GET', path)
    expect([status, headers.get('location')]).toEqual([308, to])
  })

  test('has no inline script or style, and its pages may load nothing from elsewhere', async () => {
    for (const path of ['/', '/docs/guides', '/docs/quick-start', '/docs/search', '/docs/errors']) {
      const { headers, body } = await fixture.call('GET', path)
      expect(headers.get('content-security-policy')).not.toMatch(/unsafe|https?:|\*/)
      expect(body).not.toMatch(/<script(?! type="module" src="\/)|<style| style=| on\w+=/)
    }
  })
})

test('the guide to errors shows the error of a wrong key as it is', async () => {
  const { body: guide } = await fixture.call('GET', '/docs/handling-errors.md')
  const [, shown = ''] = /^```json\n(.*?)^```$/ms.exec(guide) ?? []
  const { body } = await fixture.as('wrong-key')('GET', '/account')
  expect({ ...body, requestId: null }).toEqual({ ...JSON.parse(shown), requestId: null })
})

describe('error pages', () => {
  test.each(Object.keys(errorCatalogue) as ErrorCode[])('%s says what it means and what to do', async (code) => {
    const { title, status, remedy } = errorCatalogue[code]
    const page = await fixture.call('GET', `/docs/errors/${code}`)
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    const [plain = ''] = remedy.split('`')
    for (const part of [title, `HTTP status ${status}`, code, plain, '"requestId"', 'href="/docs/guides"'])
      expect(page.body).toContain(part)
  })

  test('are listed', async () => {
    const { body } = await fixture.call('GET', '/docs/errors')
    for (const code of Object.keys(errorCatalogue)) expect(body).toContain(`href="/docs/errors/${code}"`)
  })

  test('are what the type of a problem leads to', async () => {
    const { body } = await fixture.call('GET', '/account')
    expect(body.type).toBe('https://guidebook.test/docs/errors/unauthorized')
    expect((await fixture.call('GET', new URL(body.type).pathname)).status).toBe(200)
  })

  test.each(['/docs/errors/no-such-code', '/docs/nothing', '/docs//'])('%s is none', async (path) => {
    const { status, headers, body } = await fixture.call('GET', path)
    expect([status, headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
    expect(body).toContain('href="/docs/errors"')
  })
})

test('the health of the gateway is on a separate listener', async () => {
  const { healthUrl } = fixture.gateway
  expect((await fetch(`${healthUrl}/livez`)).status).toBe(200)
  expect(await (await fetch(`${healthUrl}/readyz`)).json()).toMatchObject({
    status: 'up',
    checks: { database: 'up', schema: 'up', broker: 'up' },
  })
  for (const path of ['/livez', '/readyz', '/metrics']) expect((await fixture.call('GET', path)).status).toBe(404)
})
