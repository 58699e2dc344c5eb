import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { operations } from '@guidebook/contracts'
import { violationsOn } from '@guidebook/service-kit/test/browser'
import type { BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { csvOf, importSettings } from '../src/account/fixtures.ts'
import { call } from '../src/contract/call.ts'
import { eventually } from '../src/eventually.ts'
import { supportOf } from '../src/partners.ts'
import { remoteFolder } from '../src/remote-system.ts'
import { day, plainRelease } from '../src/trip.ts'
import { frameAndTimersPassed, hasFocus, hostile, type Office, onePixel, startOffice } from './portal-office.ts'
import { checkPages, desktop, settle } from './portal-pages.ts'

const suffix = randomUUID().slice(0, 8)
const admin = `admin-${suffix}@office.example`
const settings = importSettings(`bookings-${suffix}@office.example`)
const viewer = `viewer-${suffix}@office.example`

let office: Office
let link: string
let importRun: string
let asAdmin: BrowserContext

beforeAll(async () => {
  office = await startOffice(suffix)
  const { operator, reseller } = office.partners
  const release = plainRelease(operator.id, `BAD-${suffix}`, 4711, reseller.oid)
  // Also when midnight passes, its trip has not begun.
  const trip = { arrivaldate: day(2), departuredate: day(4) }
  link = (await office.send('/content/release', { ...release, ...trip })).link
  await office.send('/account/users', { email: viewer, role: 'viewer', language: 'de', name: hostile.slice(0, 60) })
  await supportOf(office.system.describe()).send('PUT', `/admin/accounts/${operator.id}/import`, settings)
  importRun = await tryImport()
}, 900_000)
afterAll(() => office?.close())
beforeEach(() => {
  office.failures.length = 0
})

/** The run of a file that was only checked. */
async function tryImport(): Promise<string> {
  const { key, client } = office.partners.operator
  const parts = { query: { test: 'true', fileName: hostile }, file: csvOf([4798], `BAD-${suffix}`, '') }
  const uploaded = await call({ baseUrl: office.base, key }, operations.uploadImport, parts)
  expect(uploaded.status, uploaded.text).toBe(202)
  const { id } = JSON.parse(uploaded.text)
  await eventually('the import', 90_000, async () => {
    return (await client.send<{ state: string }>('GET', `/account/imports/${id}`)).body.state === 'completed'
  })
  return id
}

describe.skipIf(remoteFolder !== undefined)('the portal', () => {
  const home = () => `/portal/o/${office.partners.operator.oid}`

  it('lets the first administrator in with the API key, and forgets it', async () => {
    asAdmin = await office.browser.newContext({ ...desktop, locale: 'en' })
    const page = await office.open(asAdmin, '/portal/sign-in')
    await page.getByRole('button', { name: 'First sign-in with an API key' }).click()
    await page.getByRole('textbox', { name: 'API key' }).fill(office.partners.operator.key)
    await page.getByRole('textbox', { name: 'E-mail address' }).fill(admin)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    await settle(page)
    await page.getByRole('link', { name: hostile }).first().waitFor()
    const stored = await page.evaluate('JSON.stringify({ ...localStorage, ...sessionStorage }) + document.cookie')
    expect(stored).not.toMatch(/gbk_|session=/)
    await asAdmin.setOffline(true)
    await page.getByText('You are offline').waitFor()
    await asAdmin.setOffline(false)
    await page.getByText('You are offline').waitFor({ state: 'hidden' })
    await page.close()
  })

  it('has pages without violations of axe that fit into 360 pixels and run no text, in both colour schemes', async () => {
    const library = `/content/libraries/HOSTILE-${suffix}`
    const bad = `/guidebooks/BAD-${suffix}`
    const paths = ['', '/releases', '/releases/new', '/releases/4711', '/content', '/releases/none', library]
    paths.push(`${library}/gpx`, `${library}/new-place`, `${library}/new-text`, `/content/items/${office.item}`)
    paths.push('/imports', `/imports/${importRun}`, '/imports/try', '/imports/configuration')
    paths.push('/guidebooks', '/new-guidebook', '/guidebooks?q=none', bad, `${bad}/edit`)
    paths.push('/webhooks', '/settings', '/settings/keys', '/settings/people', '/settings/me', '/none')
    const wide = ['', '/releases', '/releases/4711', '/settings']
    for (const [width, colorScheme, shown] of [
      [360, 'dark', paths],
      [1280, 'light', wide],
    ] as const) {
      const page = await office.open(asAdmin, '/portal/none')
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 900 })
      await settle(page)
      await checkPages(
        page,
        shown.map((path) => home() + path),
      )
      await page.close()
    }
    expect(office.failures).toEqual([])
  }, 300_000)

  it('requests the session, the account and the list once, before its code has arrived', async () => {
    const page = await asAdmin.newPage()
    office.watch(page)
    const requested: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (/^\/portal\/(?:session|api)\b/.test(pathname)) requested.push(pathname)
    })
    const { promise: isRequested, resolve: sendCode } = Promise.withResolvers<unknown>()
    await page.route('**/portal/assets/base-*.js', async (route) => {
      await isRequested
      await route.continue()
    })
    page.on('request', (request) => request.url().includes('/portal/api/content/release/') && sendCode(null))
    await page.goto(`${office.base}${home()}/releases`)
    await page.getByRole('row').nth(1).waitFor()
    await settle(page)
    const { id } = office.partners.operator
    expect(requested).toEqual(['/portal/session', '/portal/api/account', `/portal/api/content/release/${id}`])
    // Only a screen reader notices the focus of the title.
    const focused = `document.activeElement.tagName + ' ' + getComputedStyle(document.activeElement).outlineStyle`
    expect(await page.evaluate(focused)).toBe('H1 none')
    await page.close()
    expect(office.failures).toEqual([])
  })

  it('finds releases, guidebooks and items from every page, with the keyboard', async () => {
    const page = await office.open(asAdmin, `${home()}/settings/me`)
    await settle(page)
    const name = page.getByRole('textbox', { name: 'Name' })
    await name.fill('Typed')
    await page.getByRole('link', { name: 'Skip to the content' }).press('Enter')
    await hasFocus(page.locator('#main'))
    expect([await page.evaluate('location.hash'), await page.getByRole('dialog').count()]).toEqual(['', 0])
    await page.getByRole('link', { name: 'Content', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click()
    await name.fill('')
    await page.setViewportSize({ width: 360, height: 900 })
    // The closed navigation is off the screen, where nothing gets the focus.
    await page.getByRole('link', { name: 'Content', exact: true }).waitFor({ state: 'hidden' })
    await page.keyboard.press('Control+k')
    const field = page.getByRole('combobox', { name: 'Search everything' })
    await hasFocus(field)
    await page.keyboard.press('Escape')
    await hasFocus(name)
    await page.keyboard.press('Control+k')
    await field.fill(`BAD-${suffix}`)
    const results = page.getByRole('option')
    await expect.poll(() => results.count()).toBe(1)
    await page.locator('[data-combobox-selected]').waitFor()
    expect(await page.evaluate('window.ran')).toBe(undefined)
    expect(await violationsOn(page)).toEqual([])
    await field.press('Enter')
    await page.waitForURL(`**/guidebooks/BAD-${suffix}`)
    await settle(page)
    await page.getByRole('button', { name: 'Search everything' }).click()
    await field.fill('4711')
    await results.filter({ hasText: '4711' }).waitFor()
    await field.fill('nothing has this name')
    await page.getByText('Nothing found').last().waitFor()
    await field.fill(`${office.base}/t/of-another-account`)
    await results.first().waitFor({ state: 'detached' })
    await page.getByText('Nothing found').last().waitFor()
    await field.fill(`${office.base}/t/${link}`)
    await results.filter({ hasText: '4711' }).click()
    await page.waitForURL('**/releases/4711')

    await page.goto(`${office.base}${home()}/content/libraries/HOSTILE-${suffix}?q=none`)
    await page.getByText('Nothing found').waitFor()
    await page.getByRole('searchbox', { name: 'Search' }).fill('r')
    await page.getByRole('link', { name: hostile }).waitFor()
    expect(new URL(page.url()).search).toBe('?q=r')

    // The same page with another search.
    await page.goto(`${office.base}${home()}/releases?state=failed`)
    await settle(page)
    await page.getByRole('button', { name: 'Navigation' }).click()
    const releases = page.getByRole('link', { name: 'Releases', exact: true })
    await releases.click()
    await releases.waitFor({ state: 'hidden' })
    await hasFocus(page.getByRole('heading', { level: 1, name: 'Releases' }))
    await page.waitForURL(`${office.base}${home()}/releases`)
    await page.close()
    // The browser reports, soon or later, that another account has the release.
    expect(office.failures.splice(0).filter((text) => !text.includes('404'))).toEqual([])
  })

  it('locks several releases at once, and says for which one something could not be done', async () => {
    const { operator } = office.partners
    const links: string[] = []
    for (const code of [4801, 4802]) {
      const request = plainRelease(operator.id, office.guidebook, code)
      links.push((await operator.client.send<{ link: string }>('POST', '/content/release', request)).body.link)
    }
    const locked = async () => {
      const read = (one: string) =>
        operator.client.send<{ locked: boolean }>('GET', `/content/release/${operator.id}/${one}`)
      return (await Promise.all(links.map(read))).map(({ body }) => body.locked)
    }
    const page = await office.open(asAdmin, `${home()}/releases`)
    await page.setViewportSize({ width: 360, height: 900 })
    const select = async (code: number) => page.getByRole('checkbox', { name: `Select ${code}` }).check()
    await select(4801)
    await select(4802)
    await page.getByText('2 releases selected').waitFor()
    expect(await violationsOn(page)).toEqual([])
    const dialog = page.getByRole('dialog')
    const act = async (name: string) => {
      await page.getByRole('button', { name, exact: true }).click()
      await dialog.getByRole('button', { name, exact: true }).click()
    }
    const lock = page.getByRole('button', { name: 'Lock', exact: true })
    await lock.click()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await hasFocus(lock)
    await act('Lock')
    await dialog.getByText('Done for 2 releases.', { exact: true }).waitFor()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    expect(await locked()).toEqual([true, true])
    const details = await office.open(asAdmin, `${home()}/releases/4801`)
    const isEnabled = (name: string) => details.getByRole('switch', { name }).isEnabled()
    expect([await isEnabled('PDF roadbook'), await isEnabled('Trip Link closed')]).toEqual([false, true])
    await details.close()

    await select(4801)
    await act('Revoke')
    await dialog.getByText('Not done for 1 release:').waitFor()
    await dialog.getByText('4801').waitFor()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await select(4802)
    await act('Unlock')
    await dialog.getByText('Done for 2 releases.', { exact: true }).waitFor()
    expect(await locked()).toEqual([false, false])
    await page.goto(office.base + home())
    const changes = page.getByRole('region', { name: 'Latest changes' }).getByRole('listitem')
    await expect.poll(() => changes.first().textContent()).toMatch(new RegExp(`480[12] · .* · ${admin}`))
    await page.close()
    expect(office.failures.filter((failure) => !failure.includes('409'))).toEqual([])
  })

  it('shows the trips that begin today although their links opened before, what waits, and the travellers on tour', async () => {
    const { operator } = office.partners
    const trip = { startdate: day(-20), arrivaldate: day(0) }
    const request = { ...plainRelease(operator.id, office.guidebook, 4803), ...trip }
    const { body } = await operator.client.send<{ link: string }>('POST', '/content/release', request)
    const page = await office.open(asAdmin, '/portal/none')
    let deliveries = [{ state: 'pending', nextAttemptAt: null }]
    await page.route(/\/webhook\/deliveries\?.*state=pending/, (route) =>
      route.fulfill({ json: { items: deliveries, nextCursor: null } }),
    )
    const unreadable = {
      id: 'unreadable',
      state: 'failed',
      counts: { failed: 0 },
      test: false,
      fileName: 'bookings.csv',
    }
    await page.route(/\/account\/imports\?limit=10$/, (route) =>
      route.fulfill({ json: { items: [unreadable], nextCursor: null } }),
    )
    const built = { ...body, bundleName: 'Still being built' }
    await page.route(/\/content\/release\/.*state=building/, (route) =>
      route.fulfill({ json: { items: [built], nextCursor: null } }),
    )
    await page.goto(office.base + home())
    const today = page.getByRole('region', { name: 'Trips that begin today' })
    await today.getByText('4803').waitFor()
    const waiting = page.getByRole('region', { name: 'In progress' })
    await waiting.getByText('Webhook deliveries are waiting.').waitFor()
    deliveries = []
    await waiting.getByText('Webhook deliveries are waiting.').waitFor({ state: 'detached' })
    await waiting.getByRole('link', { name: 'Still being built' }).waitFor()
    const listed = waiting.getByRole('link', { name: 'Releases', exact: true })
    expect(await listed.getAttribute('href')).toMatch(/\/releases\?state=building$/)
    expect(await waiting.getByText('Imports are being processed.').count()).toBe(0)
    await page.getByText('A file was not imported').waitFor()
    await today.getByRole('link', { name: 'Show all' }).click()
    const rowOf = (code: number) => page.getByRole('row').filter({ hasText: String(code) })
    await rowOf(4803).waitFor()
    expect(await rowOf(4711).count()).toBe(0)
    expect(await page.getByLabel('Trip begins on or after').inputValue()).toBe(day(0))
    await page.goto(`${office.base}${home()}/releases`)
    await rowOf(4711).waitFor()
    await page.getByRole('combobox', { name: 'State' }).click()
    await page.getByRole('option', { name: 'On tour' }).click()
    await rowOf(4711).waitFor({ state: 'detached' })
    await rowOf(4803).getByText('On tour').waitFor()
    await operator.client.send('PATCH', `/content/release/${operator.id}/${body.link}/disabled/1`)
    await page.goto(office.base + home())
    await today.getByText(/4803 · .* · Trip Link closed/).waitFor()
    await page.close()
    expect(office.failures).toEqual([])
  })

  it('shows each fault at its field in its step, creates the release, changes it and revokes it', async () => {
    const page = await office.open(asAdmin, `${home()}/releases/new?guidebook=NONE`)
    const step = (name: string) => page.getByRole('heading', { level: 2, name })
    const next = page.getByRole('button', { name: 'Next', exact: true })
    const create = page.getByRole('button', { name: 'Create the release' })
    await page.getByRole('radio', { name: 'Customized for this booking' }).check()
    await step('Step 1 of 4').waitFor()
    await page.getByRole('radio', { name: 'As the guidebook is' }).check()
    await next.click()
    await hasFocus(step('Step 2 of 3 Booking and dates'))
    const code = page.getByLabel('Code', { exact: false }).first()
    await next.click()
    await hasFocus(code)
    await code.fill('4712')
    await page.getByLabel('First day of the link').fill(day(10))
    await page.getByLabel('Last day of the link').fill(day(20))
    await page.getByLabel('Arrival').fill(day(11))
    const departure = page.getByLabel('Departure')
    await departure.fill(day(40))
    expect(await page.getByRole('switch', { name: 'Show the traveller’s position' }).isChecked()).toBe(true)
    const leaving = page.getByRole('dialog', { name: 'Leave without saving?' })
    await page.getByRole('link', { name: 'Content', exact: true }).click()
    await leaving.getByRole('button', { name: 'Stay' }).click()
    await leaving.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: admin }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await leaving.getByRole('button', { name: 'Stay' }).click()
    await leaving.waitFor({ state: 'hidden' })
    // Enter leads to the next step and creates nothing.
    await code.press('Enter')
    await hasFocus(step('Step 3 of 3 Check and create'))
    expect(await page.locator('[aria-current=step]').textContent()).toContain('Check and create')
    await page.setViewportSize({ width: 360, height: 900 })
    const isTooWide = 'document.documentElement.scrollWidth > document.documentElement.clientWidth'
    // The navigation takes a moment to move.
    await expect.poll(() => page.evaluate(isTooWide)).toBe(false)
    expect(await violationsOn(page)).toEqual([])
    await page.setViewportSize(desktop.viewport)
    // Faults in two steps: the first of them is shown, and both are marked.
    await create.click()
    await page.getByText('Please correct the marked fields.').waitFor()
    await hasFocus(step('Step 1 of 3 Guidebook and kind'))
    const field = page.getByRole('combobox', { name: 'Guidebook' })
    expect(await field.getAttribute('aria-invalid')).toBe('true')
    const marks = page.getByRole('group', { name: 'Steps', exact: true }).getByText('Has errors')
    expect(await marks.count()).toBe(2)
    await next.click()
    expect([await code.inputValue(), await departure.getAttribute('aria-invalid')]).toEqual(['4712', 'true'])
    await departure.fill(day(12))
    await expect.poll(() => marks.count()).toBe(1)
    expect(await departure.getAttribute('aria-invalid')).not.toBe('true')
    await next.click()
    await create.click()
    await hasFocus(step('Step 1 of 3 Guidebook and kind'))
    await field.fill('bachalp')
    await page.getByRole('option', { name: office.guidebook }).click()
    await next.click()
    await page.getByRole('button', { name: 'Back', exact: true }).click()
    expect(await field.inputValue()).toBe(office.guidebook)
    await next.click()
    await next.click()
    await create.click()
    await page.getByText('The Trip Link opens on').waitFor()
    expect(page.url()).toBe(`${office.base}${home()}/releases/4712`)
    await page.getByRole('img', { name: 'QR code of the Trip Link' }).waitFor()
    await page.getByText('It can be revoked until').waitFor()
    await page.getByLabel('GPX files').click()
    await page.locator('ul').getByText('The GPX files are switched off.').waitFor()
    await page.getByText(`· ${admin}`).first().waitFor()

    await page.getByRole('button', { name: 'Change the dates' }).click()
    const dates = page.getByRole('dialog', { name: 'Change the dates' })
    const dayOf = (name: string) => dates.getByLabel(name)
    const save = dates.getByRole('button', { name: 'Save' })
    await dayOf('Departure').fill(day(40))
    const { promise: isHeld, resolve: send } = Promise.withResolvers<unknown>()
    await page.route('**/tripperiod', async (route) => {
      await isHeld
      await route.continue()
    })
    await save.click()
    await expect.poll(() => dates.getByRole('button', { name: 'Cancel' }).isDisabled()).toBe(true)
    // What was typed now would be lost.
    expect(await dates.locator('[inert]').getByLabel('Departure').count()).toBe(1)
    await page.keyboard.press('Escape')
    await frameAndTimersPassed(page)
    expect([await dates.isVisible(), await leaving.isVisible()]).toEqual([true, false])
    send(null)
    await expect.poll(() => dayOf('Departure').getAttribute('aria-invalid')).toBe('true')
    await hasFocus(save)
    await dayOf('Departure').focus()
    await page.keyboard.press('Escape')
    await leaving.waitFor()
    await page.keyboard.press('Escape')
    await leaving.waitFor({ state: 'hidden' })
    expect(await dayOf('Departure').inputValue()).toBe(day(40))
    await hasFocus(dayOf('Departure'))
    await dayOf('Departure').fill('')
    expect(await dayOf('Departure').getAttribute('required')).toBe('')
    // The new trip is outside the new period until the period changes, and the old trip is outside the new period.
    const moved = { 'First day': day(15), 'Last day': day(30), Arrival: day(16), Departure: day(17) }
    for (const [name, value] of Object.entries(moved)) await dayOf(name).fill(value)
    await save.click()
    await dates.waitFor({ state: 'hidden' })
    type Listed = { items: { startdate: string; enddate: string; arrivaldate: string; departuredate: string }[] }
    const listed = await office.partners.operator.client.send<Listed>(
      'GET',
      `/content/release/${office.partners.operator.id}?downloadCode=4712`,
    )
    expect(listed.body.items).toMatchObject([
      { startdate: day(15), enddate: day(30), arrivaldate: day(16), departuredate: day(17) },
    ])
    await page.getByRole('button', { name: 'Revoke' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await page.getByRole('heading', { level: 1, name: 'Releases' }).waitFor()
    const found = await office.partners.operator.client.send<Listed>(
      'GET',
      `/content/release/${office.partners.operator.id}?q=4712`,
    )
    expect(found.body.items).toEqual([])
    await page.getByRole('searchbox', { name: 'Search' }).fill('4712')
    await page.getByRole('link', { name: 'Why is there no release with the code 4712?' }).click()
    await page.getByRole('heading', { level: 1, name: 'No release has the code 4712' }).waitFor()
    // The second request was refused for the unknown guidebook alone.
    await page.getByRole('table', { name: 'Refused requests' }).getByText('The guidebook does not exist').waitFor()
    await page.goto(`${office.base}${home()}/releases`)
    await page.getByRole('searchbox', { name: 'Search' }).fill(`${office.base}/t/${link}`)
    await page.waitForURL(`${office.base}${home()}/releases/4711`)
    await page.close()
    // The browser reports the refusals of the form. A build may end between a reading and a change, which is then repeated.
    expect(office.failures.splice(0).filter((text) => !/ 4[12]2 /.test(text))).toEqual([])
  })

  it('does not overwrite days that changed while the window with them was open', async () => {
    const { operator } = office.partners
    const request = plainRelease(operator.id, office.guidebook, 4804)
    const { body } = await operator.client.send<{ link: string }>('POST', '/content/release', request)
    const path = `/content/release/${operator.id}/${body.link}`
    const page = await office.open(asAdmin, `${home()}/releases/4804`)
    await page.getByRole('button', { name: 'Change the dates' }).click()
    const dates = page.getByRole('dialog', { name: 'Change the dates' })
    const [first, last] = [dates.getByLabel('First day'), dates.getByLabel('Last day')]
    await first.fill(day(-3))
    const extended = { start: request.startdate, end: day(40) }
    expect((await operator.client.send('PATCH', `${path}/period`, extended)).status).toBe(200)
    await dates.getByRole('button', { name: 'Save' }).click()
    await dates.getByText('This has changed meanwhile').waitFor()
    expect([await first.inputValue(), await last.inputValue()]).toEqual([day(-3), request.enddate])
    await dates.getByRole('button', { name: 'Discard mine and load the stored version' }).click()
    await expect.poll(() => last.inputValue()).toBe(day(40))
    expect(await first.inputValue()).toBe(request.startdate)
    await first.fill(day(-3))
    await dates.getByRole('button', { name: 'Save' }).click()
    await dates.waitFor({ state: 'hidden' })
    const stored = await operator.client.send('GET', path)
    expect(stored.body).toMatchObject({ startdate: day(-3), enddate: day(40) })
    await page.close()
    expect(office.failures).toEqual([])
  })

  it('shows at once what follows from the removal of a device', async () => {
    const { operator } = office.partners
    const request = { ...plainRelease(operator.id, office.guidebook, 4805), devices: 1 }
    const full = (await office.send('/content/release', request)).link
    await office.send(`/t/${full}/devices`, { deviceId: `phone-${suffix}`, name: 'Anna’s phone' })
    const path = `/content/release/${operator.id}/${full}/build`
    const state = async () => (await operator.client.send<{ state: string }>('GET', path)).body.state
    // The end of a build reloads the page, too.
    await expect.poll(state, { timeout: 120_000 }).toBe('completed')
    const page = await office.open(asAdmin, `${home()}/releases/4805`)
    const warning = page.getByText('Registered devices: 1 of 1. Another one is refused.')
    await warning.waitFor()
    await page.getByRole('button', { name: 'Remove the device' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove the device' }).click()
    await warning.waitFor({ state: 'detached' })
    await page.getByText('A device was removed.').waitFor()
    await page.close()
    expect(office.failures).toEqual([])
  }, 180_000)

  it('follows a build by events only while it is not finished', async () => {
    const { id, client } = office.partners.operator
    const path = `/content/release/${id}/${link}/build`
    const state = async () => (await client.send<{ state: string }>('GET', path)).body.state
    await expect.poll(state, { timeout: 120_000 }).toMatch(/completed|failed/)
    const page = await asAdmin.newPage()
    office.watch(page)
    const isStream = (url: string) => url.endsWith('/build/events')
    const streams: string[] = []
    page.on('request', (request) => isStream(request.url()) && streams.push(request.url()))
    await page.goto(`${office.base}${home()}/releases/4711`)
    const again = page.getByRole('button', { name: 'Build again' })
    await again.waitFor()
    await settle(page)
    expect(streams).toEqual([])
    const opened = page.waitForRequest((request) => isStream(request.url()))
    await again.click()
    await opened
    // The button stays disabled until the build has ended.
    await hasFocus(page.getByRole('heading', { level: 2, name: 'Roadbook and page' }))
    await page.close()
    expect(office.failures).toEqual([])
  }, 180_000)

  it('describes how the files of the account are read', async () => {
    const page = await office.open(asAdmin, `${home()}/imports`)
    await page.getByRole('link', { name: 'Import configuration' }).click()
    const facts = page.getByRole('region', { name: 'How files are read' })
    await facts.getByText(`bookings-${suffix}@office.example`).waitFor()
    await facts.getByText(settings.columns.downloadCode, { exact: true }).waitFor()
    await page.close()
    expect(office.failures).toEqual([])
  })

  it('imports a file as its preview showed it, although it changed meanwhile', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'guidebook-portal-'))
    const path = join(folder, 'bookings.csv')
    const write = (code: number) => writeFileSync(path, csvOf([code], `NONE-${suffix}`, ''))
    const page = await office.open(asAdmin, `${home()}/imports/try`)
    write(4806)
    await page.locator('input[type=file]').setInputFiles(path)
    const code = page.getByRole('cell', { name: '4806', exact: true })
    await code.waitFor()
    write(48_070)
    await page.getByRole('button', { name: 'Import this file' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Import this file' }).click()
    await page.waitForURL(/\/imports\/(?!try$)/)
    await code.waitFor({ timeout: 90_000 })
    rmSync(folder, { recursive: true })
    await page.close()
    expect(office.failures).toEqual([])
  }, 180_000)

  it('says why a page or the settings of an account cannot be shown', async () => {
    const page = await office.open(asAdmin, home())
    await page.route('**/portal/api/account', (route) => route.fulfill({ status: 404, json: {} }))
    await page.goto(`${office.base}${home()}/settings/keys`)
    await page.getByRole('button', { name: 'Try again' }).waitFor()
    await page.unroute('**/portal/api/account')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('table', { name: 'API keys' }).waitFor()
    await page.goto(`${office.base}${home()}/guidebooks/NONE`)
    await page.getByRole('heading', { level: 1, name: 'There is no such page' }).waitFor()
    expect([await page.title(), await violationsOn(page)]).toEqual(['There is no such page · Guidebook', []])
    await page.goto(`${office.base}${home()}/webhooks/00000000000000000000000000000001`)
    await page.getByRole('heading', { level: 1, name: 'There is no such page' }).waitFor()
    const code = '**/portal/assets/try-file-page-*.js'
    await page.route(code, (route) => route.fulfill({ status: 404 }))
    await page.goto(`${office.base}${home()}/imports/try`)
    await page.getByRole('button', { name: 'Try again' }).waitFor()
    await page.unroute(code)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { level: 1, name: 'Import a file' }).waitFor()
    await page.close()
    expect(office.failures.splice(0).filter((text) => !/404|dynamically imported module/.test(text))).toEqual([])
  })

  it('keeps the page when its menus, filters or actions cannot be loaded, and says so', async () => {
    const page = await office.open(asAdmin, '/portal/none')
    const parts = /\/portal\/assets\/(?:menus|filters|bulk-actions)-[^/]+\.js$/
    await page.route(parts, (route) => route.fulfill({ status: 404 }))
    await page.goto(`${office.base}${home()}/releases`)
    await page
      .getByRole('checkbox', { name: /^Select \d/ })
      .first()
      .check()
    const failed = page.getByRole('alert').filter({ hasText: 'This part of the page could not be loaded.' })
    await expect.poll(() => failed.count()).toBe(3)
    await page.unroute(parts)
    await failed.first().getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('button', { name: 'Search everything' }).waitFor()
    await page.getByRole('searchbox', { name: 'Search' }).waitFor()
    expect(await failed.count()).toBe(0)
    await page.close()
    expect(office.failures.splice(0).filter((text) => !/404|dynamically imported module/.test(text))).toEqual([])
  })

  it('leads from an account that the person may not open to the start page', async () => {
    const page = await office.open(asAdmin, `/portal/o/${office.partners.reseller.oid}`)
    await page.getByRole('heading', { level: 1, name: 'You have no access to this account' }).waitFor()
    await page.getByRole('link', { name: 'To the start page' }).click()
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    expect(page.url()).toBe(office.base + home())
    await page.close()
    expect(office.failures).toEqual([])
  })

  it('has a search field and days that follow the address, and takes a day key by key', async () => {
    const page = await office.open(asAdmin, `${home()}/releases?q=4711`)
    const search = page.getByRole('searchbox', { name: 'Search' })
    const from = page.getByLabel('Link open from')
    // The same in every order of day and month.
    await from.pressSequentially('07072026')
    await page.waitForURL(/from=2026-07-07/)
    expect(await from.inputValue()).toBe('2026-07-07')
    await page.getByRole('link', { name: 'Releases', exact: true }).click()
    await expect.poll(() => search.inputValue()).toBe('')
    expect(await from.inputValue()).toBe('')
    await page.goBack()
    await expect.poll(() => search.inputValue()).toBe('4711')
    expect(await from.inputValue()).toBe('2026-07-07')
    await page.close()
    expect(office.failures).toEqual([])
  })

  it('lets the office test the webhook but not replace its secret, shows what is sent, and that a release was made on demand', async () => {
    const page = await asAdmin.newPage()
    office.watch(page)
    await page.route('**/portal/session', async (route) => {
      const response = await route.fetch()
      const session: { accounts: object[] } = await response.json()
      const accounts = session.accounts.map((account) => ({ ...account, role: 'office' }))
      await route.fulfill({ response, json: { ...session, accounts } })
    })
    const times = { pausedUntil: null, failingSince: null, secretCreatedAt: null, previousSecretValidUntil: null }
    const webhook = { url: 'https://receiver.example', enabled: true, disabledReason: null, ...times }
    await page.route('**/portal/api/account/webhook', (route) => route.fulfill({ json: webhook }))
    await page.goto(`${office.base}${home()}/webhooks`)
    await page.getByRole('button', { name: 'Send a test' }).waitFor()
    expect(await page.getByRole('button', { name: 'Replace the secret' }).count()).toBe(0)
    const request = { method: 'POST', url: webhook.url, headers: { 'webhook-id': 'ping_1' } }
    const delivery = { id: '1', webhookId: 'ping_1', kind: 'ping', release: null, state: 'delivered', attempts: [] }
    const more = { nextAttemptAt: null, replays: [], createdAt: '2026-07-01T08:00:00.000Z' }
    const body = JSON.stringify({ bundleName: hostile })
    await page.route('**/portal/api/account/webhook/deliveries/1', (route) =>
      route.fulfill({ json: { ...delivery, ...more, request: { ...request, body } } }),
    )
    await page.goto(`${office.base}${home()}/webhooks/1`)
    const shown = page.getByRole('region', { name: 'Request', exact: true }).getByLabel('Body', { exact: true })
    expect(await shown.textContent()).toBe(JSON.stringify({ bundleName: hostile }, null, 2))
    expect([await page.evaluate('window.ran'), await violationsOn(page)]).toEqual([undefined, []])
    // Nobody has to wait for the next attempt.
    const later = { state: 'pending', nextAttemptAt: new Date(Date.now() + 3_600_000).toISOString() }
    await page.route('**/portal/api/account/webhook/deliveries/2', (route) =>
      route.fulfill({ json: { ...delivery, ...more, ...later, request: { ...request, body } } }),
    )
    await page.goto(`${office.base}${home()}/webhooks/2`)
    expect(await page.getByRole('button', { name: 'Send again' }).isEnabled()).toBe(true)
    await page.route(/\/diagnosis\?/, async (route) => {
      const response = await route.fetch()
      const diagnosis: { release: object } = await response.json()
      await route.fulfill({ response, json: { ...diagnosis, release: { ...diagnosis.release, kind: 'on-demand' } } })
    })
    await page.goto(`${office.base}${home()}/releases/4711`)
    await page.getByText('With contents of the request').waitFor()
    await page.close()
    expect(office.failures).toEqual([])
  })

  it('previews the logo of an address, which the service fetches, or says that there is none', async () => {
    const page = await office.open(asAdmin, `${home()}/settings`)
    await page.route('**/portal/api/account/logo?*new.png', (route) =>
      route.fulfill({ contentType: 'image/png', body: onePixel }),
    )
    await page.getByRole('button', { name: 'Change', exact: true }).click()
    const form = page.getByRole('dialog')
    const logo = form.getByRole('textbox', { name: 'Logo' })
    await logo.fill('https://logos.example/new.png')
    await form.locator('figure img').first().waitFor()
    // The system that is tested refuses the address: nothing has this name.
    await logo.fill('https://logos.invalid/none.png')
    await form.getByText('There is no logo at this address').waitFor()
    expect([await form.locator('figure img').count(), await violationsOn(page)]).toEqual([0, []])
    await page.close()
    expect(office.failures.splice(0).filter((text) => !text.includes('422'))).toEqual([])
  })

  it('names the API keys that an administrator leaves behind, before it changes the role or removes the person', async () => {
    const page = await office.open(asAdmin, `${home()}/settings/people`)
    const created = await page.request.post(`${office.base}/portal/api/account/keys`, {
      headers: { 'guidebook-account': office.partners.operator.id, origin: office.base },
    })
    const { prefix } = await created.json()
    await page.getByRole('combobox', { name: `Role of ${admin}` }).click()
    await page.getByRole('option', { name: 'Editor' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(`${prefix}…`).waitFor()
    await dialog.getByRole('button', { name: 'Change the role' }).click()
    await dialog.getByText('This person is the last admin of the account.').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('row', { name: admin }).getByRole('button', { name: 'Remove' }).click()
    await dialog.getByText(`${prefix}…`).waitFor()
    await dialog.getByRole('link', { name: 'API keys' }).click()
    const row = page.getByRole('row', { name: prefix })
    await row.getByRole('cell', { name: 'Never' }).waitFor()
    await row.getByRole('button', { name: 'Revoke' }).click()
    await dialog.getByRole('button', { name: 'Revoke' }).click()
    await row.waitFor({ state: 'detached' })
    await hasFocus(page.getByRole('heading', { level: 1, name: 'API keys' }))
    await page.close()
    expect(office.failures.splice(0).filter((text) => !text.includes('409'))).toEqual([])
  })

  it('keeps the window of an action that has begun, and then a new key, when the person goes back', async () => {
    const page = await office.open(asAdmin, `${home()}/settings/people`)
    await page.getByRole('tab', { name: 'API keys' }).click()
    const keys = `${office.base}${home()}/settings/keys`
    await page.waitForURL(keys)
    const { promise: isHeld, resolve: send } = Promise.withResolvers<unknown>()
    await page.route('**/portal/api/account/keys', async (route) => {
      await isHeld
      await route.continue()
    })
    await page.getByRole('button', { name: 'Create a key' }).click()
    const question = page.getByRole('dialog', { name: 'Create a key' })
    const cancel = question.getByRole('button', { name: 'Cancel' })
    await question.getByRole('button', { name: 'Create a key' }).click()
    await expect.poll(() => cancel.isDisabled()).toBe(true)
    await page.keyboard.press('Escape')
    await frameAndTimersPassed(page)
    await page.goBack()
    await page.waitForURL(keys)
    // A window that was closed would have the button enabled again.
    expect(await cancel.isDisabled()).toBe(true)
    send(null)
    await question.waitFor({ state: 'hidden' })
    const window = page.getByRole('dialog', { name: 'New API key' })
    const key = window.getByText(/^gbk_/)
    const shown = await key.textContent()
    await page.goBack()
    await page.waitForURL(keys)
    expect(await key.textContent()).toBe(shown)
    await window.getByRole('button', { name: 'I have stored it' }).click()
    await window.waitFor({ state: 'hidden' })
    await hasFocus(page.getByRole('button', { name: 'Create a key' }))
    await page.goBack()
    await page.waitForURL(`${office.base}${home()}/settings/people`)
    await page.close()
    expect(office.failures).toEqual([])
  })

  it('keeps what was typed when the sign-in window cannot be loaded, until its person signs in in another tab', async () => {
    const page = await office.open(asAdmin, '/portal/none')
    await page.route('**/portal/assets/sign-in-again-*.js', (route) => route.fulfill({ status: 404 }))
    await page.goto(`${office.base}${home()}/new-guidebook`)
    const customId = page.getByRole('textbox', { name: 'Custom ID', exact: true })
    await customId.fill('TYPED')
    const signedIn = await asAdmin.cookies()
    await asAdmin.clearCookies()
    await page.getByRole('button', { name: 'Save' }).click()
    const notice = page.getByText('Sign in in another tab, then come back to this one.')
    await notice.waitFor()
    await asAdmin.addCookies(signedIn)
    await page.evaluate(`document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`)
    await notice.waitFor({ state: 'detached' })
    expect(await customId.inputValue()).toBe('TYPED')
    await page.close()
    expect(office.failures.splice(0).filter((text) => !/40[14]|dynamically imported module/.test(text))).toEqual([])
  })

  it('keeps what was typed when the session ends, until its person signs in again, and shows nothing of it to another', async () => {
    const other = `editor-${suffix}@office.example`
    await office.partners.operator.client.send('POST', '/account/users', {
      email: other,
      role: 'editor',
      language: 'en',
    })
    const page = await office.open(asAdmin, `${home()}/settings`)
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
    const go = (path: string) => page.evaluate(`history.pushState({}, '', '${path}')`)
    const endSession = async () => {
      await asAdmin.clearCookies()
      await page.getByRole('button', { name: 'Save' }).click()
      await dialog.waitFor()
    }
    await page.getByRole('button', { name: 'Change', exact: true }).click()
    const form = page.getByRole('dialog', { name: 'Change the account' })
    const field = form.getByRole('textbox', { name: 'Android' })
    await field.fill('https://typed.example')
    await endSession()
    expect(await violationsOn(page)).toEqual([])
    for (const key of ['Escape', 'Escape', 'Escape', 'Control+k']) await page.keyboard.press(key)
    await frameAndTimersPassed(page)
    expect(await page.evaluate(`document.elementFromPoint(640, 100).closest('dialog')?.open`)).toBe(true)
    expect(await dialog.getByRole('textbox', { name: 'E-mail address' }).inputValue()).toBe(admin)
    await dialog.getByRole('button', { name: 'Send' }).click()
    await dialog.getByRole('textbox', { name: 'Code' }).fill(await office.codeFor(admin))
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await field.inputValue()).toBe('https://typed.example')
    expect([await form.isVisible(), await page.getByRole('dialog').count()]).toEqual([true, 1])

    // Somebody else signs in, in another tab.
    await go(`${home()}/new-guidebook`)
    const customId = page.getByRole('textbox', { name: 'Custom ID', exact: true })
    await customId.fill('TYPED')
    await endSession()
    const send = (path: string, data: object) =>
      page.request.post(`${office.base}/portal${path}`, { data, headers: { origin: office.base } })
    await send('/sign-in/codes', { email: other })
    expect((await send('/session', { email: other, code: await office.codeFor(other) })).status()).toBe(201)
    // By the home page alone: nothing is requested for the page that is left.
    const settingsRead: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname === '/portal/api/account') settingsRead.push(pathname)
    })
    await page.evaluate(`document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`)
    await page.waitForURL(`${office.base}${home()}`)
    await page.getByRole('button', { name: other }).waitFor()
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    await settle(page)
    expect(settingsRead).toHaveLength(1)

    await go(`${home()}/new-guidebook`)
    await customId.fill('TYPED')
    await endSession()
    await dialog.getByRole('button', { name: 'Leave without saving' }).click()
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
    await go('/portal/sign-in?error=openid-unknown')
    await page.getByRole('alert').getByText('Ask an administrator for an invitation').waitFor()
    expect(await violationsOn(page)).toEqual([])
    // As a mailed link does that is pasted into this tab.
    await page.evaluate(`location.hash = 'pasted'`)
    const openLink = page.getByRole('button', { name: 'Sign in', exact: true })
    await openLink.waitFor()
    expect(await page.evaluate('location.hash')).toBe('')
    await openLink.click()
    await page.getByRole('alert').getByText('Ask for a new code.').waitFor()
    await page.getByRole('textbox', { name: 'E-mail address' }).fill(`nobody-${suffix}@office.example`)
    await page.getByRole('button', { name: 'Send a code' }).click()
    await page.getByRole('textbox', { name: 'Code' }).waitFor()
    expect(await page.getByText(/Ask for a new code|Ask an administrator for an invitation/).count()).toBe(0)
    await page.close()
    expect(office.failures.splice(0)).toEqual([])
  })

  it('leads a person to the page of a link after signing in with a code, in the language of the person', async () => {
    const context = await office.browser.newContext({ ...desktop, locale: 'de' })
    const page = await office.open(context, `${home()}/releases/4711`)
    await page.getByRole('textbox', { name: 'E-Mail-Adresse' }).fill(viewer)
    await page.getByRole('button', { name: 'Code senden' }).click()
    await page.getByRole('textbox', { name: 'Code' }).fill(await office.codeFor(viewer))
    await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
    await page.getByRole('heading', { name: 'Was Reisende jetzt sehen' }).waitFor()
    await settle(page)
    // A viewer reads everything and changes nothing.
    expect(await page.getByRole('switch', { disabled: false }).count()).toBe(0)
    expect(await page.getByRole('button', { name: /ändern|Neu erstellen|Anhängen|Widerrufen/ }).count()).toBe(0)
    const { operator } = office.partners
    const refused = await page.request.post(`${office.base}/portal/api/content/release/${operator.id}/${link}/build`, {
      headers: { 'guidebook-account': operator.id, origin: office.base },
    })
    expect([refused.status(), (await refused.json()).code]).toEqual([403, 'role-too-small'])
    await page.goto(`${office.base}${home()}/guidebooks/${office.guidebook}`)
    await page.getByRole('heading', { level: 2, name: 'Bachalpsee' }).waitFor()
    expect(await page.getByRole('link', { name: /Bearbeiten|Neue Freigabe/ }).count()).toBe(0)
    await page.goto(`${office.base}${home()}/imports`)
    await settle(page)
    expect(await page.getByRole('link', { name: 'Datei importieren' }).count()).toBe(0)
    for (const path of [`guidebooks/${office.guidebook}/edit`, 'new-guidebook', 'imports/try']) {
      await page.goto(`${office.base}${home()}/${path}`)
      await page.getByText('Ihre Rolle erlaubt das nicht.').waitFor()
    }
    await page.goto(`${office.base}${home()}/guidebooks/unknown`)
    await page.getByText('Das gibt es nicht oder nicht mehr.').waitFor()
    const change = await page.request.put(`${office.base}/portal/api/content/guidebook/${office.guidebook}`, {
      headers: { 'guidebook-account': operator.id, origin: office.base },
      data: { account: operator.id, titles: { de: 'Neu' } },
    })
    expect([change.status(), (await change.json()).code]).toEqual([403, 'role-too-small'])
    await context.close()
  })

  it('shows a reseller the release that an operator shared, with its own code to change and nothing else', async () => {
    const { operator, reseller } = office.partners
    const context = await office.browser.newContext({ ...desktop, locale: 'en' })
    const page = await office.open(context, '/portal/sign-in')
    const signedIn = await page.request.post(`${office.base}/portal/session`, {
      data: { apiKey: reseller.key, email: `reseller-${suffix}@office.example` },
      headers: { origin: office.base },
    })
    expect(signedIn.status()).toBe(201)
    const path = `/content/release/${reseller.id}/${link}`
    const shared = await reseller.client.send<{ sellerDownloadCode: number }>('GET', path)
    await page.goto(`${office.base}/portal/o/${reseller.oid}/releases/${shared.body.sellerDownloadCode}`)
    await page.getByRole('button', { name: 'Change the code' }).click()
    await page.getByRole('dialog').getByRole('textbox', { name: 'Reseller’s code' }).fill('815')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.waitForURL(`${office.base}/portal/o/${reseller.oid}/releases/815`)
    expect(await page.getByRole('switch', { disabled: false }).count()).toBe(0)
    expect(await page.getByRole('heading', { name: 'Timeline' }).count()).toBe(0)
    const { body } = await reseller.client.send<{ sellerDownloadCode: number }>('GET', path)
    expect(body.sellerDownloadCode).toBe(815)
    await page.getByText(/^Code 815 · /).waitFor()
    await operator.client.send('PATCH', `/content/release/${operator.id}/${link}/locked/1`)
    await page.reload()
    await page.getByText('Locked', { exact: true }).first().waitFor()
    expect(await page.getByRole('button', { name: 'Change the code' }).count()).toBe(0)
    await page.getByRole('link', { name: 'Releases', exact: true }).click()
    await page.getByRole('cell', { name: '815', exact: true }).waitFor()
    await page.getByRole('link', { name: 'Home', exact: true }).click()
    await page
      .getByText(/^815 · /)
      .first()
      .waitFor()
    await context.close()
    expect(office.failures).toEqual([])
  })
})
