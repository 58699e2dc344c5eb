import { violationsOn } from '@guidebook/service-kit/test/browser'
import type { Browser } from 'playwright-core'
import { expect } from 'vitest'
import { type Fixture, test } from './fixture.ts'

let fixture: Fixture
let browser: Browser
test.beforeAll(async ({ shared, browser: started }) => {
  fixture = shared
  browser = started
})

/** A page of a browser, with everything that is wrong on it: requests to others, and complaints in its console. */
async function open(width: number) {
  const page = await browser.newPage({ viewport: { width, height: 800 } })
  const faults: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(fixture.gateway.url)) faults.push(request.url())
  })
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
  page.on('pageerror', (error) => faults.push(error.message))
  const go = (path: string) => page.goto(fixture.gateway.url + path)
  return { page, faults, go, [Symbol.asyncDispose]: () => page.close() }
}

test('at two widths, light and dark, each page is accessible, as wide as the screen, and asks nothing of others', async () => {
  await using opened = await open(360)
  const { page, faults, go } = opened
  for (const path of ['/', '/docs/guides', '/docs/quick-start', '/docs/csv-by-mail', '/docs/search', '/docs/errors']) {
    await go(path)
    for (const [width, colorScheme] of [
      [360, 'light'],
      [360, 'dark'],
      [1280, 'light'],
    ] as const) {
      await page.setViewportSize({ width, height: 800 })
      await page.emulateMedia({ colorScheme })
      const overflow = await page.evaluate(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      )
      const violations = await violationsOn(page, colorScheme === 'light' ? {} : { only: 'colors' })
      expect([path, width, colorScheme, overflow, violations]).toEqual([path, width, colorScheme, 0, []])
    }
  }
  expect(faults).toEqual([])
})

test('a page without a language, in colours that are too close, would not pass', async () => {
  await using opened = await open(360)
  const { page } = opened
  const pale = '<p style="background: #fff; color: #ddd">Pale</p>'
  await page.setContent(`<title>Pale</title><main><h1>Pale</h1>${pale}</main>`)
  const colors = [`color-contrast: ${pale}`]
  expect(await violationsOn(page, { only: 'colors' })).toEqual(colors)
  expect(await violationsOn(page)).toEqual([...colors, expect.stringContaining('html-has-lang: ')])
})

test('a reader on a phone finds a page in the menu, and a section by its words', async () => {
  await using opened = await open(360)
  const { page, faults, go } = opened
  await go('/docs/guides')
  await page.getByRole('button', { name: 'Menu' }).click()
  expect(await violationsOn(page)).toEqual([])
  await page.getByRole('navigation', { name: 'Documentation' }).getByRole('link', { name: 'Search' }).click()
  await page.getByRole('searchbox', { name: 'Words to find' }).fill('constant tim')
  await page.getByRole('link', { name: /Verify the signature/ }).click()
  await page.waitForURL(/\/docs\/webhooks#verify-the-signature$/)
  expect(faults).toEqual([])
})

test('a search from the header of a page, and one that finds nothing', async () => {
  await using opened = await open(1280)
  const { page, go } = opened
  await go('/docs/quick-start')
  await page.getByRole('searchbox', { name: 'Search the documentation' }).fill('idempotency-key-reused')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: /idempotency-key-reused/ }).waitFor()
  await page.getByRole('searchbox', { name: 'Words to find' }).fill('<b>unheard</b>')
  await page.getByText('Nothing contains “<b>unheard</b>”.').waitFor()
})

test('the button at a block of code copies it as it is', async () => {
  await using opened = await open(1280)
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
