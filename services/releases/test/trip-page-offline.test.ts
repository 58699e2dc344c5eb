import { readFile } from 'node:fs/promises'
import { eventually } from '@guidebook/service-kit/test'
import { chromiumPath } from '@guidebook/service-kit/test/browser'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterEach, beforeEach, describe, expect } from 'vitest'
import { type Fixture, it } from './fixture.ts'
import type { Partner } from './partner.ts'
import { aGermanGuidebook, aGpxFile, aGuidebook, inTwoLanguages, publish, publishedRelease } from './published.ts'
import { type TravellerFront, travellerFront } from './traveller-front.ts'

/** Of a picture that is shown. */
const widthOf = (image: unknown): number => (image as { naturalWidth: number }).naturalWidth

/** Of trips; as text, for the types here know no browser. */
const cachesOf = async (page: Page): Promise<string[]> =>
  ((await page.evaluate('caches.keys()')) as string[]).filter((name) => name.startsWith('trip '))

describe.skipIf(chromiumPath === undefined)('without a network (needs Chromium)', () => {
  let fixture: Fixture
  let browser: Browser
  let operator: Partner
  it.beforeAll(async ({ shared, browser: started }) => {
    fixture = shared
    fixture.clock.set('2026-07-14T10:00:00Z')
    browser = started
    operator = fixture.newPartner()
  })

  let front: TravellerFront
  let context: BrowserContext
  let page: Page
  beforeEach(async () => {
    front = await travellerFront(fixture)
    context = await browser.newContext({ viewport: { width: 360, height: 780 } })
    page = await context.newPage()
    page.setDefaultTimeout(20_000)
  })
  afterEach(async () => {
    await context.close()
    await front[Symbol.asyncDispose]()
  })

  const offline = () => page.locator('#offline')
  const isKept = (version: string) =>
    offline().filter({ hasText: 'Works without a network: complete' }).filter({ hasText: version }).waitFor()

  it('a trip that was opened once is there with its pictures, its roadbook and its GPX files', async () => {
    const release = await publishedRelease(fixture, operator)
    const trip = `${front.url}/t/${release.link}`
    await page.goto(trip)
    await isKept('v-1a2b3c')
    expect(await offline().textContent()).toMatch(/^Works without a network: complete, 0\.1\u00A0MB, version v-1a2b3c$/)

    front.down()
    await page.reload()
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Over the passes')
    await isKept('v-1a2b3c')
    const cover = page.locator('.cover img')
    expect(await cover.evaluate(widthOf)).toBe(1)
    const files = await page.evaluate(async (base) => {
      const names = ['roadbook.pdf', 'gpx', 'gpx/stage-1.gpx', 'gpx/stage-1-device.gpx', 'courses/stage-1.tcx']
      return await Promise.all(names.map(async (name) => await (await fetch(`${base}/${name}`)).text()))
    }, trip)
    const gpx = [aGpxFile('stage-1'), aGpxFile('stage-1-device')]
    expect(files).toEqual(['%PDF-1.7 the book', 'PK the archive', ...gpx, 'a TCX course'])
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'GPX of this stage' }).first().click(),
    ])
    expect(download.suggestedFilename()).toBe('stage-1.gpx')
    expect(await readFile(await download.path(), 'utf8')).toBe(aGpxFile('stage-1'))
  })

  it('the language can be switched, the copy is the same in both, and it is kept no longer when the link is closed', async () => {
    const release = await inTwoLanguages(fixture, operator)
    const trip = `${front.url}/t/${release.link}`
    const title = () => page.getByRole('heading', { level: 1 }).textContent()
    const isKeptInGerman = () =>
      offline()
        .filter({ hasText: /^Ohne Netz verfügbar: vollständig, 0,1\sMB, Version v-4d5e6f$/ })
        .waitFor()
    await page.goto(trip)
    await isKept('v-1a2b3c')
    const kept = await cachesOf(page)
    await page.getByRole('link', { name: 'Deutsch' }).click()
    await isKeptInGerman()
    expect(await cachesOf(page)).toEqual(kept)
    expect(front.asked.filter((path) => path.endsWith('/roadbook.pdf'))).toHaveLength(1)

    front.down()
    await page.getByRole('link', { name: 'English' }).click()
    await isKept('v-1a2b3c')
    expect(await title()).toBe('Over the passes')
    await page.getByRole('link', { name: 'Deutsch' }).click()
    await isKeptInGerman()
    expect(await title()).toBe('Über die Pässe')
    expect(await page.locator('.cover img').evaluate(widthOf)).toBe(1)

    front.up()
    await operator.patch(operator.path(release, '/disabled/1'))
    await page.reload()
    expect(await title()).toBe('This trip is not available at present')
    expect(await cachesOf(page)).toEqual([])
  })

  it('a new version in one language replaces the copy, and a withdrawn language leaves the copy of the others', async () => {
    const release = await inTwoLanguages(fixture, operator)
    const trip = `${front.url}/t/${release.link}`
    const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
    await page.goto(trip)
    await isKept('v-1a2b3c')
    const [before] = await cachesOf(page)
    await operator.post(operator.path(release, '/build'))
    await publish(fixture, release, { generation: 2, others: [aGermanGuidebook({ title: 'Über die Joche' })] })
    await eventually(async () => (await operator.get(operator.path(release, '/build'))).body.state === 'completed')
    await page.goto(`${trip}/lang/de`)
    await heading('Über die Joche')
    await eventually(async () => {
      const names = await cachesOf(page)
      return names.length === 1 && names[0] !== before
    })
    front.down()
    await page.reload()
    await heading('Über die Joche')

    front.up()
    await operator.post(operator.path(release, '/build'))
    await publish(fixture, release, { generation: 3 })
    await eventually(async () => (await operator.get(operator.path(release, '/build'))).body.state === 'completed')
    await page.reload()
    await heading('Not in this language')
    front.down()
    await page.goto(trip)
    await heading('Over the passes')
    front.up()
    await page.reload()
    await isKept('v-1a2b3c')
    expect(await cachesOf(page)).toHaveLength(1)
  })

  it('a newer version takes the place of the older one when all of it is there', async () => {
    const release = await publishedRelease(fixture, operator)
    const trip = `${front.url}/t/${release.link}`
    await page.goto(trip)
    await isKept('v-1a2b3c')
    await operator.post(operator.path(release, '/build'))
    await publish(fixture, release, {
      generation: 2,
      page: aGuidebook({ contentVersion: 'v-2', title: 'The new way' }),
    })
    await eventually(async () => (await operator.get(operator.path(release, '/build'))).body.state === 'completed')
    const title = () => page.getByRole('heading', { level: 1 }).textContent()
    await context.route('**/roadbook.pdf', (route) => route.abort())
    await page.reload()
    await offline().filter({ hasText: 'Not everything could be saved' }).waitFor()
    front.down()
    await page.reload()
    await isKept('v-1a2b3c')
    expect(await title()).toBe('Over the passes')

    front.up()
    await context.unroute('**/roadbook.pdf')
    await page.reload()
    await isKept('v-2')
    expect(await cachesOf(page)).toHaveLength(1)
    front.down()
    await page.reload()
    expect(await title()).toBe('The new way')
  })

  it('what cannot be saved is said, and the next visit goes on with it', async () => {
    const release = await publishedRelease(fixture, operator)
    const trip = `${front.url}/t/${release.link}`
    await context.route('**/roadbook.pdf', (route) => route.abort())
    await page.goto(trip)
    await offline().filter({ hasText: 'Not everything could be saved' }).waitFor()
    await context.unroute('**/roadbook.pdf')
    const before = front.asked.filter((path) => path.endsWith('/gpx')).length
    await page.reload()
    await isKept('v-1a2b3c')
    expect(front.asked.filter((path) => path.endsWith('/gpx'))).toHaveLength(Math.max(1, before))
  })

  it('who saves data is asked before anything is loaded, and not again for what is there', async () => {
    const release = await publishedRelease(fixture, operator)
    await context.addInitScript(`Object.defineProperty(navigator.connection, 'saveData', { get: () => true })`)
    await page.goto(`${front.url}/t/${release.link}`)
    const save = offline().getByRole('button')
    await save.waitFor()
    expect(front.asked.filter((path) => path.endsWith('/roadbook.pdf'))).toEqual([])
    await save.click()
    await isKept('v-1a2b3c')
    await page.reload()
    await isKept('v-1a2b3c')
    expect(await save.count()).toBe(0)
  })

  it('the offline copy counts as no download', async () => {
    const counted = fixture.newPartner()
    const { link } = await publishedRelease(fixture, counted)
    await page.goto(`${front.url}/t/${link}`)
    await isKept('v-1a2b3c')
    await fixture.visit(`/t/${link}/gpx`)
    // Now through the worker.
    await page.reload()
    const total = await eventually(async () => {
      const { body } = await counted.get(`/content/guidebook/${counted.account.id}/GB-1/analytics`)
      // What is counted is written some moments later, and not all of it in one go.
      return body.total?.pageViews > 1 && body.total.gpxDownloads > 0 && body.total
    })
    expect(total).toMatchObject({ pageViews: 2, gpxDownloads: 1, roadbookDownloads: 0 })
  })
})
