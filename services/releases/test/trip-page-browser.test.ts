import type { ReleaseRecord } from '@guidebook/contracts'
import { eventually } from '@guidebook/service-kit/test'
import { chromiumPath, violationsOn } from '@guidebook/service-kit/test/browser'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, describe, expect } from 'vitest'
import { type Fixture, it } from './fixture.ts'
import type { Partner } from './partner.ts'
import {
  aGermanGuidebook,
  aGuidebook,
  aGuidebookWithAlternative,
  aTripMap,
  inTwoLanguages,
  publish,
  publishedRelease,
  storeArtifacts,
} from './published.ts'
import { type TravellerFront, travellerFront } from './traveller-front.ts'

const isSoak = process.env.SOAK !== undefined

/** Runs in the browser, whose globals the types here don't know. */
const backgroundColor = (element: unknown): string =>
  (globalThis as unknown as { getComputedStyle(element: unknown): { backgroundColor: string } }).getComputedStyle(
    element,
  ).backgroundColor

describe.skipIf(chromiumPath === undefined)('in a browser (needs Chromium)', () => {
  let fixture: Fixture
  let browser: Browser
  let front: TravellerFront
  let operator: Partner
  let release: ReleaseRecord
  it.beforeAll(async ({ shared, browser: started }) => {
    fixture = shared
    fixture.clock.set('2026-07-14T10:00:00Z')
    front = await travellerFront(fixture)
    browser = started
    operator = fixture.newPartner()
    release = await publishedRelease(fixture, operator)
  })
  afterAll(async () => {
    await front[Symbol.asyncDispose]()
  })

  /** A page of its own browser profile, with what it complained of. */
  async function open({ link }: { link: string }, options: BrowserContextOptions) {
    // Today is the day of the device.
    const context = await browser.newContext({ timezoneId: 'UTC', ...options })
    const page = await context.newPage()
    const complaints: string[] = []
    page.on('console', (message) => {
      // That software draws the map, slowly, is the machine's affair.
      if (!message.text().includes('GL Driver Message')) complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('requestfailed', (request) => complaints.push(request.url()))
    await page.clock.setFixedTime('2026-07-14T10:00:00Z')
    await page.goto(`${front.url}/t/${link}`)
    return { page, complaints, [Symbol.asyncDispose]: () => context.close() }
  }

  const widths = [360, 768, 1280]
  const viewport = (width: number) => ({ width, height: 844 })

  async function expectNothingSticksOut(page: Page, width: number): Promise<void> {
    const [wide, rightmost] = (await page.evaluate(
      `[document.documentElement.getBoundingClientRect().width,
        Math.max(...[...document.querySelectorAll('main *:not(.scroll *)')].map((part) => part.getBoundingClientRect().right))]`,
    )) as [number, number]
    expect(wide).toBe(width)
    expect(rightmost).toBeLessThanOrEqual(width)
  }

  it('without scripts the page fits every width, violates no Content-Security-Policy and opens its stages', async () => {
    await using opened = await open(release, { viewport: viewport(360), javaScriptEnabled: false })
    const { page, complaints } = opened
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Over the passes')
    expect(await page.getByRole('img', { name: 'Map of stage 1' }).isVisible()).toBe(true)
    const other = page.getByRole('img', { name: 'Map of stage 2' })
    expect(await other.isVisible()).toBe(false)
    await page.getByText('Down to the lake').click()
    expect(await other.isVisible()).toBe(true)
    expect(await page.locator('.brand').evaluate(backgroundColor)).toBe('rgb(10, 125, 75)')
    expect(await page.locator('#offline').isVisible()).toBe(false)
    for (const width of widths) {
      await page.setViewportSize(viewport(width))
      await expectNothingSticksOut(page, width)
    }
    expect(complaints).toEqual([])
  })

  const appearances = [...widths.map((width) => [width, 'light'] as const), [360, 'dark'] as const] as const

  /** In German, `trip-page-offline.test.ts` and `trip-languages.test.ts` show the same. */
  const languages: [string, string, RegExp][] = [
    ['fr', 'Étapes', /^Disponible sans réseau\s: complet, 0,1\sMo, version v-1a2b3c$/],
    ['nl', 'Etappes', /^Beschikbaar zonder netwerk: volledig, 0,1\sMB, versie v-1a2b3c$/],
  ]
  it.each(languages.slice(0, isSoak ? undefined : 1))(
    'in %s all of the page’s own words are',
    async (lang, stages, kept) => {
      const own = await operator.release({ lang })
      await publish(fixture, own, { page: aGuidebook({ lang }) })
      await using opened = await open(own, { viewport: viewport(360), locale: 'en-GB' })
      const { page } = opened
      await page.locator('#offline').filter({ hasText: kept }).waitFor()
      expect(await page.locator('html').getAttribute('lang')).toBe(lang)
      expect(await page.locator('#stages').textContent()).toBe(stages)
    },
  )

  it('a place that is touched on the profile is shown on the map, by finger and by key', async () => {
    await using opened = await open(release, { viewport: viewport(360), hasTouch: true })
    const { page, complaints } = opened
    const profile = page.getByRole('slider', { name: 'Profile of stage 1' })
    await profile.scrollIntoViewIfNeeded()
    const box = await profile.boundingBox()
    if (box === null) throw new Error('the profile is not shown')
    // Half of the way, between the second place and the third.
    await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
    const spot = page.locator('circle.cursor')
    const at = async () => [Number(await spot.getAttribute('cx')), Number(await spot.getAttribute('cy'))]
    expect((await at())[0]).toBeCloseTo(160, 0)
    expect((await at())[1]).toBeCloseTo(140, 0)
    expect(await page.locator('.at').first().textContent()).toBe('6.2\u00A0km')

    await profile.focus()
    await page.keyboard.press('Home')
    expect(await at()).toEqual([20, 240])
    expect(await page.locator('.at').first().textContent()).toBe('0\u00A0km · 600\u00A0m')
    await page.keyboard.press('PageUp')
    await page.keyboard.press('ArrowRight')
    expect(await profile.getAttribute('aria-valuenow')).toBe('11')
    await page.keyboard.press('End')
    expect(await at()).toEqual([420, 30])
    expect(await profile.getAttribute('aria-valuetext')).toBe('12.3\u00A0km · 1,450\u00A0m')
    expect(complaints).toEqual([])
  })

  it('the map can be opened as one to move about in, with the track and the places of the GPX file', async () => {
    await using opened = await open(release, { viewport: viewport(360) })
    const { page, complaints } = opened
    await page.getByRole('button', { name: 'Interactive map' }).first().click()
    const map = page.getByRole('application', { name: 'Interactive map' })
    await map.locator('canvas').waitFor()
    await map.locator('.maplibregl-marker').last().click()
    await map.getByRole('button', { name: 'Zoom in' }).click()
    await map.locator('.maplibregl-popup').getByText('Chapel').waitFor()
    expect(await page.getByRole('img', { name: 'Map of stage 1' }).count()).toBe(0)
    await page.getByRole('slider', { name: 'Profile of stage 1' }).press('PageUp')
    await map.locator('.spot').waitFor()
    expect(complaints).toEqual([])
  })

  it('a map that cannot be loaded says so, and opens when the network is back', async () => {
    await using opened = await open(release, { viewport: viewport(360), serviceWorkers: 'block' })
    const { page } = opened
    await page.route('**/*.gpx', (route) => route.abort())
    const button = page.getByRole('button', { name: 'Interactive map' }).first()
    await button.click()
    await page.getByText('The map cannot be opened now.').waitFor()
    await page.unroute('**/*.gpx')
    await button.click()
    await page.getByRole('application', { name: 'Interactive map' }).locator('canvas').waitFor()
    expect(await page.getByText('The map cannot be opened now.').count()).toBe(0)
  })

  it('the interactive map is drawn from the trip’s own data, with numbers and alternatives, in the dark and without a network', async () => {
    const own = await operator.release()
    const overview =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" role="img" aria-label="All stages"><rect width="9" height="9" fill="#123456"/><text>1</text></svg>'
    const page = { ...aGuidebookWithAlternative(), overview }
    const link = '<p><a href="https://tracks.example/other.gpx">A track of others</a></p>'
    const [first] = page.stages
    for (const route of [first?.routes[0], first?.alternatives?.[0]?.routes[0]])
      Object.assign(route ?? {}, { html: link })
    const artifacts = await storeArtifacts(fixture, own.provider.id, page)
    const key = `builder/${own.provider.id}/${own.link}.bin`
    const { bytes } = await fixture.objectStore.put(key, aTripMap(), { contentType: 'application/octet-stream' })
    await publish(fixture, own, { page, artifacts: { ...artifacts, map: { key, bytes } } })
    await eventually(async () => (await operator.get(operator.path(own))).body.pdfAvailable)
    await using opened = await open(own, { viewport: viewport(360), colorScheme: 'dark', reducedMotion: 'reduce' })
    const { page: shown, complaints } = opened
    await shown.locator('#offline').filter({ hasText: 'complete' }).waitFor()
    const openMap = async () => {
      await shown.getByRole('button', { name: 'Interactive map' }).first().click()
      await shown.locator('.map .maplibregl-ctrl-attrib').filter({ hasText: '© Mappers <b>' }).waitFor()
    }
    await openMap()
    const marker = (name: string) => shown.locator('.map').getByRole('button', { name, exact: true })
    await marker('1. Chapel <of> St. Anne').focus()
    await shown.keyboard.press('Enter')
    await shown.locator('.maplibregl-popup').getByText('Chapel <of> St. Anne').waitFor()
    expect(await marker('Mountain hut').count()).toBe(1)

    const trip = shown.locator('.overview')
    await trip.getByRole('button', { name: 'Interactive map' }).click()
    const stage = trip.locator('.map').getByRole('link', { name: '1' })
    expect(await stage.evaluate(backgroundColor)).toBe('rgb(18, 52, 86)')
    expect(await stage.getAttribute('href')).toBe('#stage-1')
    await expectNothingSticksOut(shown, 360)
    expect(complaints).toEqual([])

    front.down()
    try {
      await shown.reload()
      await openMap()
    } finally {
      front.up()
    }
  })

  it('the emergency button shows the coordinates of the device', async () => {
    const geolocation = { latitude: 46.43312, longitude: -13.7, accuracy: 11.2 }
    await using opened = await open(release, {
      viewport: viewport(360),
      geolocation,
      permissions: ['geolocation'],
    })
    const { page, complaints } = opened
    await page.getByText('Emergency', { exact: true }).last().click()
    expect(await violationsOn(page)).toEqual([])
    await page.getByRole('button', { name: 'Show my position' }).click()
    await page.getByText('Latitude 46.43312, longitude -13.70000, accurate to 12 m').waitFor()
    expect(complaints).toEqual([])
  })

  it('a link of the navigation opens its stage, and all stages are open in print, with the emergency numbers', async () => {
    await using opened = await open(release, { viewport: viewport(360) })
    const { page } = opened
    const map = page.getByRole('img', { name: 'Map of stage 2' })
    await page.evaluate("dispatchEvent(new Event('beforeprint'))")
    expect(await map.isVisible()).toBe(true)
    expect(await page.evaluate('[...document.images].map(({ loading }) => loading)')).not.toContain('lazy')
    await page.emulateMedia({ media: 'print' })
    expect(await page.locator('.sos a[href="tel:112"]').isVisible()).toBe(true)
    expect(await page.locator('#downloads').isVisible()).toBe(false)
    await page.emulateMedia({ media: 'screen' })
    await page.evaluate("dispatchEvent(new Event('afterprint'))")
    expect(await map.isVisible()).toBe(false)
    await page.getByRole('link', { name: '2. Down to the lake' }).click()
    await map.waitFor()
  })

  it('everything can be reached and opened with the keyboard alone', async () => {
    await using opened = await open(release, { viewport: viewport(1280) })
    const { page } = opened
    await page.keyboard.press('Tab')
    expect(await focused(page)).toBe('Skip to the content')
    const reached = new Set<string>()
    for (let presses = 0; presses < 60; presses++) {
      await page.keyboard.press('Tab')
      const name = await focused(page)
      // The navigation has a link to the stage before its summary.
      const isSummary = name.includes('Down to the lake') && !name.startsWith('2. ')
      if (isSummary && !reached.has(name)) await page.keyboard.press('Enter')
      reached.add(name)
    }
    const names = [...reached].join('\n')
    for (const name of [
      ...['PDF', '2. Down to the lake', 'On the map', 'Emergency'],
      ...['Roadbook', 'All GPX files', 'Profile of stage 1', 'Call', 'Website', 'Down to the lake'],
    ])
      expect(names).toContain(name)
    expect(await page.getByRole('img', { name: 'Map of stage 2' }).isVisible()).toBe(true)
  })

  it('at every width, light and dark, the keyboard reaches the other language, which has no accessibility problem', async () => {
    const own = await inTwoLanguages(fixture, operator)
    await using opened = await open(own, {})
    const { page, complaints } = opened
    const heading = page.getByRole('heading', { level: 1 })
    const tops: (number | undefined)[] = []
    await page.keyboard.press('Tab')
    for (const [width, colorScheme] of appearances) {
      await page.setViewportSize(viewport(width))
      await page.emulateMedia({ colorScheme })
      tops.push((await heading.boundingBox())?.y)
      await page.keyboard.press('Tab')
      expect(await focused(page)).toBe('Deutsch')
      const target = await page.locator(':focus').boundingBox()
      expect(Math.min(target?.width ?? 0, target?.height ?? 0)).toBeGreaterThanOrEqual(44)
      await page.keyboard.press('Shift+Tab')
    }
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Über die Pässe' }).waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe('de')
    expect(await page.getByRole('navigation', { name: 'Sprache' }).locator('[aria-current]').textContent()).toBe(
      'Deutsch',
    )
    await page.locator('#offline').filter({ hasText: 'vollständig' }).waitFor()
    await page.evaluate('for (const part of document.querySelectorAll("details")) part.open = true')
    for (const [width, colorScheme] of appearances) {
      await page.setViewportSize(viewport(width))
      await page.emulateMedia({ colorScheme })
      await expectNothingSticksOut(page, width)
      expect(await violationsOn(page, colorScheme === 'dark' ? { only: 'colors' } : {})).toEqual([])
      expect(await page.locator('body').evaluate(backgroundColor)).toBe(
        colorScheme === 'dark' ? 'rgb(18, 20, 22)' : 'rgb(244, 244, 241)',
      )
    }
    await page.getByRole('link', { name: 'English' }).click()
    await page.getByRole('heading', { level: 1, name: 'Over the passes' }).waitFor()
    // The languages are beside the brand: nothing has moved down for them.
    await page.goto(`${front.url}/t/${release.link}`)
    for (const [i, [width]] of appearances.entries()) {
      await page.setViewportSize(viewport(width))
      const without = await heading.boundingBox()
      expect((tops[i] ?? 0) - (without?.y ?? 0)).toBeLessThanOrEqual(4)
    }
    expect(complaints).toEqual([])
  })

  it('a list of several languages unfolds over the page, and folds when it is left', async () => {
    const others = ['de', 'fr', 'it'].map((lang) => aGermanGuidebook({ lang }))
    const own = await publishedRelease(fixture, operator, {}, aGuidebook(), others)
    await using opened = await open(own, { viewport: viewport(360) })
    const { page, complaints } = opened
    const french = page.getByRole('link', { name: 'Français' })
    const list = page.locator('.languages summary')
    expect(await french.isVisible()).toBe(false)
    await list.focus()
    await page.keyboard.press('Enter')
    await french.waitFor()
    await expectNothingSticksOut(page, 360)
    expect(await violationsOn(page)).toEqual([])
    await page.keyboard.press('Escape')
    expect(await french.isVisible()).toBe(false)
    expect(await focused(page)).toBe('English')
    await list.click()
    await page.getByRole('heading', { level: 1 }).click()
    expect(await french.isVisible()).toBe(false)
    await list.click()
    await page.getByRole('link', { name: 'Italiano' }).focus()
    await page.keyboard.press('Tab')
    expect(await french.isVisible()).toBe(false)
    await list.click()
    await french.click()
    await page.locator('html[lang=fr]').waitFor()
    expect(complaints).toEqual([])
  })

  it('today is the day of the device, whatever the time zone of the operator', async () => {
    await using opened = await open(release, { viewport: viewport(360), timezoneId: 'Pacific/Kiritimati' })
    const { page } = opened
    expect(await page.locator('.today').getAttribute('id')).toBe('stage-2')
    expect(await page.locator('.stage-nav [aria-current]').textContent()).toBe('2')
  })

  it('a copy of another day opens the stage of the real today', async () => {
    const own = await publishedRelease(fixture, operator, {}, aGuidebookWithAlternative())
    await using opened = await open(own, { viewport: viewport(360) })
    const { page } = opened
    await page.locator('#offline').filter({ hasText: 'complete' }).waitFor()
    await page.clock.setFixedTime('2026-07-15T08:00:00Z')
    front.down()
    await page.reload()
    expect(await page.getByRole('img', { name: 'Map of stage 2' }).isVisible()).toBe(true)
    expect(await page.locator('.today').getAttribute('id')).toBe('stage-2')
    expect(await page.locator('.badge').allTextContents()).toEqual(['Alternative'])
    front.up()
  })

  it('the page can be put on a home screen, by its own name', async () => {
    const answer = await fetch(`${front.url}/t/${release.link}/app.webmanifest`)
    expect(answer.headers.get('content-type')).toContain('application/manifest+json')
    expect(await answer.json()).toMatchObject({
      name: 'Over the passes',
      start_url: `/t/${release.link}`,
      scope: `/t/${release.link}`,
      display: 'standalone',
      theme_color: '#0a7d4b',
    })
  })

  it('its home screen icons exist, for iOS and for Android', async () => {
    const answer = await fetch(`${front.url}/t/${release.link}/app.webmanifest`)
    const { icons } = (await answer.json()) as { icons: { src: string; sizes: string; purpose: string }[] }
    expect(icons.map(({ sizes, purpose }) => [sizes, purpose])).toEqual([
      ['192x192', 'any'],
      ['512x512', 'any'],
      ['512x512', 'maskable'],
    ])
    const page = await (await fetch(`${front.url}/t/${release.link}`)).text()
    const [, touch] = /<link rel="apple-touch-icon" href="([^"]+)">/.exec(page) ?? []
    for (const address of [touch ?? '', ...icons.map(({ src }) => src)]) {
      const icon = await fetch(new URL(address, front.url))
      expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/png'])
    }
    expect((await fetch(`${front.url}/t/${release.link}/icons/64.png`)).status).toBe(404)
  })
})

/** What a screen reader would call what has the focus, roughly. */
const focused = (page: Page): Promise<string> =>
  page.evaluate('document.activeElement.ariaLabel ?? document.activeElement.textContent')
