import axe from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { launchBrowser } from './browser.ts'
import { type Fixture, startFixture } from './fixture.ts'

vi.setConfig({ testTimeout: 120_000 })

let fixture: Fixture
let browser: Browser
beforeAll(async () => {
  fixture = await startFixture()
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await fixture[Symbol.asyncDispose]()
})

/** A page of a browser, with everything that is wrong on it: requests to others, and complaints in its console. */
async function open(width: number, colorScheme: 'light' | 'dark') {
  const page = await browser.newPage({ viewport: { width, height: 800 }, colorScheme })
  const faults: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(fixture.gateway.url)) faults.push(request.url())
  })
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
  page.on('pageerror', (error) => faults.push(error.message))
  const go = (path: string) => page.goto(fixture.gateway.url + path)
  return { page, faults, go, [Symbol.asyncDispose]: () => page.close() }
}

/** Axe runs beside the page, whose policy forbids it as a script. */
const violations = async (page: Page): Promise<string[]> => {
  const session = await page.context().newCDPSession(page)
  const run = async (expression: string) =>
    (await session.send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true })).result.value
  await run(`${axe.source};0`)
  return await run(`axe.run().then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ' ' + html.slice(0, 120))))`)
}

test.each([
  [360, 'light'],
  [360, 'dark'],
  [1280, 'light'],
  [1280, 'dark'],
] as const)(
  'at %i pixels, %s: accessible, as wide as the screen, and nothing is asked from others',
  async (width, scheme) => {
    await using opened = await open(width, scheme)
    const { page, faults, go } = opened
    for (const path of ['/', '/docs', '/docs/quick-start', '/docs/csv-by-mail', '/docs/search', '/docs/errors']) {
      await go(path)
      const overflow = await page.evaluate(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      )
      expect([path, overflow, await violations(page)]).toEqual([path, 0, []])
    }
    expect(faults).toEqual([])
  },
)

test('a reader on a phone finds a page in the menu, and a section by its words', async () => {
  await using opened = await open(360, 'light')
  const { page, faults, go } = opened
  await go('/docs')
  await page.getByRole('button', { name: 'Menu' }).click()
  expect(await violations(page)).toEqual([])
  await page.getByRole('navigation', { name: 'Documentation' }).getByRole('link', { name: 'Search' }).click()
  await page.getByRole('searchbox', { name: 'Words to find' }).fill('constant tim')
  await page.getByRole('link', { name: /Verify the signature/ }).click()
  await page.waitForURL(/\/docs\/webhooks#verify-the-signature$/)
  expect(faults).toEqual([])
})

test('a search from the header of a page, and one that finds nothing', async () => {
  await using opened = await open(1280, 'light')
  const { page, go } = opened
  await go('/docs/quick-start')
  await page.getByRole('searchbox', { name: 'Search the documentation' }).fill('idempotency-key-reused')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: /idempotency-key-reused/ }).waitFor()
  await page.getByRole('searchbox', { name: 'Words to find' }).fill('<b>unheard</b>')
  await page.getByText('Nothing contains “<b>unheard</b>”.').waitFor()
})

test('the button at a block of code copies it as it is', async () => {
  await using opened = await open(1280, 'light')
  const { page, go } = opened
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await go('/docs/quick-start')
  const block = page.locator('.code', { hasText: 'BASE_URL=' }).first()
  await block.getByRole('button', { name: 'Copy' }).click()
  await block.getByRole('button', { name: 'Copied' }).waitFor()
  expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(
    /^BASE_URL=\$\{BASE_URL:-https:\/\/guidebook\.test\}\n/,
  )
})
