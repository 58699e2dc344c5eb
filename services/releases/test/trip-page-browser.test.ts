import { existsSync } from 'node:fs'
import type { ReleaseRecord } from '@guidebook/contracts'
import { eventually } from '@guidebook/service-kit/test'
import { type Browser, chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Fixture, startFixture } from './fixture.ts'
import { publish } from './published.ts'

const executablePath = [process.env.CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/google-chrome'].find(
  (path) => path !== undefined && existsSync(path),
)

/** Runs in the browser, whose globals the types here don't know. */
const backgroundColor = (element: unknown): string =>
  (globalThis as unknown as { getComputedStyle(element: unknown): { backgroundColor: string } }).getComputedStyle(
    element,
  ).backgroundColor

describe.skipIf(executablePath === undefined)('in a browser without script (needs Chromium)', () => {
  let fixture: Fixture
  let browser: Browser
  let release: ReleaseRecord
  beforeAll(async () => {
    fixture = await startFixture('2026-07-14T10:00:00Z')
    // Root, as containers often run, may not use the sandbox.
    browser = await chromium.launch({ executablePath: executablePath ?? '', args: ['--no-sandbox'] })
    const operator = fixture.newPartner()
    release = await operator.release()
    await publish(fixture, release)
    await eventually(async () => (await operator.get(operator.path(release))).body.pdfAvailable)
  })
  afterAll(async () => {
    await browser.close()
    await fixture[Symbol.asyncDispose]()
  })

  it.each([390, 1280])('the page fits %d pixels, breaks none of its own rules and opens its stages', async (width) => {
    const context = await browser.newContext({
      viewport: { width, height: 844 },
      extraHTTPHeaders: await fixture.travellerHeaders(),
      javaScriptEnabled: false,
    })
    const page = await context.newPage()
    const complaints: string[] = []
    page.on('console', (message) => complaints.push(message.text()))
    page.on('requestfailed', (request) => complaints.push(request.url()))
    await page.goto(`${fixture.url}/t/${release.link}`)

    const box = await page.locator('html').boundingBox()
    expect(box?.width).toBe(width)
    const right = await Promise.all((await page.locator('main *').all()).map(async (part) => await part.boundingBox()))
    for (const part of right) expect((part?.x ?? 0) + (part?.width ?? 0)).toBeLessThanOrEqual(width)

    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Over the passes')
    expect(await page.getByRole('img', { name: 'Map of stage 1' }).isVisible()).toBe(true)
    const other = page.getByRole('img', { name: 'Map of stage 2' })
    expect(await other.isVisible()).toBe(false)
    await page.getByText('Down to the lake').click()
    expect(await other.isVisible()).toBe(true)
    const brand = page.locator('.brand')
    expect(await brand.evaluate(backgroundColor)).toBe('rgb(10, 125, 75)')
    expect(complaints).toEqual([])
    await context.close()
  })
})
