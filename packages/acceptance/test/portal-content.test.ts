import { randomUUID } from 'node:crypto'
import { violationsOn } from '@guidebook/service-kit/test/browser'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { remoteFolder } from '../src/remote-system.ts'
import { waypoints } from '../src/trip.ts'
import {
  frameAndTimersPassed,
  hasFocus,
  hostile,
  type Office,
  onePixel,
  pressUntil,
  startOffice,
} from './portal-office.ts'

const table = '<table><tr><td>a</td></tr></table>'
const suffix = randomUUID().slice(0, 8)

let office: Office
let asAdmin: BrowserContext

beforeAll(async () => {
  office = await startOffice(suffix)
  asAdmin = await office.signInAdmin(`admin-${suffix}@office.example`)
}, 900_000)
afterAll(() => office?.close())
beforeEach(() => {
  office.failures.length = 0
})

describe.skipIf(remoteFolder !== undefined)('the portal', () => {
  const home = () => `/portal/o/${office.partners.operator.oid}`

  it('shows the ways of a GPX file before it stores them', async () => {
    const page = await office.open(asAdmin, `${home()}/content/libraries/LIB-${suffix}/gpx`)
    const points = waypoints.map(({ lat, lon, ele }) => `<trkpt lat="${lat}" lon="${lon}"><ele>${ele}</ele></trkpt>`)
    const gpx = `<gpx xmlns="http://www.topografix.com/GPX/1/1" version="1.1"><trk><name>First</name><trkseg>${points.join('')}</trkseg></trk></gpx>`
    await page.locator('input[type=file]').setInputFiles([
      { name: 'Zum See.gpx', mimeType: 'application/gpx+xml', buffer: Buffer.from(gpx) },
      { name: 'none.gpx', mimeType: 'application/gpx+xml', buffer: Buffer.from('<html></html>') },
    ])
    await page.getByText('none.gpx').waitFor()
    const profile = page.getByRole('img', { name: 'Heights from 1,034 m to 1,683 m' }).locator('path').last()
    const forward = await profile.getAttribute('d')
    const isReversed = page.getByRole('checkbox', { name: 'Store the track in the opposite direction' })
    await isReversed.check()
    await expect.poll(() => profile.getAttribute('d')).not.toBe(forward)
    await isReversed.uncheck()
    await page.getByRole('link', { name: 'Content', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click()
    expect(await page.getByRole('textbox', { name: 'Custom ID' }).inputValue()).toBe('ZUM-SEE')
    await page.getByRole('button', { name: 'Store the route' }).click()
    await page.getByText('First is stored.').waitFor()
    const query = `account=${office.partners.operator.id}&library=LIB-${suffix}&customId=ZUM-SEE`
    const stored = await office.partners.operator.client.send<{ items: { pointCount: number }[] }>(
      'GET',
      `/content/geodata?${query}`,
    )
    expect(stored.body.items.map(({ pointCount }) => pointCount)).toEqual([waypoints.length])
    await page.close()
  })

  it('shows the map of each of many GPX files', async () => {
    const page = await office.open(asAdmin, `${home()}/content/libraries/LIB-${suffix}/gpx`)
    const points = waypoints.slice(0, 2).map(({ lat, lon }) => `<rtept lat="${lat}" lon="${lon}"></rtept>`)
    const gpx = `<gpx xmlns="http://www.topografix.com/GPX/1/1" version="1.1"><rte>${points.join('')}</rte></gpx>`
    const buffer = Buffer.from(gpx)
    const files = Array.from({ length: 20 }, (_, index) => ({ name: `${index}.gpx`, mimeType: 'text/xml', buffer }))
    await page.locator('input[type=file]').setInputFiles(files)
    const maps = page.getByRole('application')
    await expect.poll(() => maps.count()).toBe(files.length)
    for (const map of [...(await maps.all()), maps.first()]) {
      await map.scrollIntoViewIfNeeded()
      await map.locator('canvas').waitFor()
    }
    const isLost = await page.evaluate(`document.querySelector('canvas').getContext('webgl2').isContextLost()`)
    expect([await maps.first().locator('canvas').count(), isLost]).toEqual([1, false])
    await page.close()
    expect(office.failures).toEqual([])
  })

  it('stores a place with its picture, and replaces and removes the picture', async () => {
    const page = await office.open(asAdmin, `${home()}/content/libraries/LIB-${suffix}/new-place`)
    await page.setViewportSize({ width: 360, height: 800 })
    const fields = { 'Custom ID': 'PICTURED', Longitude: '8.1', Name: 'Hut' }
    for (const [name, value] of Object.entries(fields)) await page.getByRole('textbox', { name }).fill(value)
    const latitude = page.getByRole('textbox', { name: 'Latitude' })
    await latitude.pressSequentially('95,5')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.poll(() => latitude.getAttribute('aria-invalid')).toBe('true')
    expect(await latitude.inputValue()).toBe('95.5')
    await latitude.fill('46.6')
    const choose = (buffer: Buffer) =>
      page.locator('input[type=file]').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer })
    await choose(Buffer.from('GIF89a'))
    await page.getByText('This file is neither a PNG nor a JPEG image.').waitFor()
    await choose(onePixel)
    await page.getByRole('img', { name: 'Picture of Hut' }).waitFor()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const picture = page.getByRole('region', { name: 'Picture', exact: true })
    const shown = picture.getByRole('img', { name: 'Picture of Hut' })
    await shown.waitFor()
    const before = await shown.getAttribute('src')

    const change = picture.getByRole('button', { name: 'Change the picture' })
    const form = page.getByRole('dialog', { name: 'Change the picture' })
    await change.click()
    await form.getByRole('img', { name: 'Picture of Hut' }).waitFor()
    const changes: string[] = []
    page.on('request', (request) => request.method() === 'PATCH' && changes.push(request.url()))
    await form.getByRole('button', { name: 'Save' }).click()
    await form.waitFor({ state: 'hidden' })
    expect(changes).toEqual([])
    await change.click()
    await choose(Buffer.concat([onePixel, Buffer.alloc(8)]))
    expect(await page.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth')).toBe(
      true,
    )
    expect(await violationsOn(page)).toEqual([])
    await form.getByRole('button', { name: 'Save' }).click()
    // The address of the shown picture also changes when the same picture is read again.
    await form.waitFor({ state: 'hidden' })
    await expect.poll(() => shown.getAttribute('src')).not.toBe(before)
    const path = `/content/geodata?account=${office.partners.operator.id}&library=LIB-${suffix}&customId=PICTURED`
    type Stored = { items: { image: object | null }[] }
    const { items } = (await office.partners.operator.client.send<Stored>('GET', path)).body
    expect(items).toMatchObject([{ image: { mediaType: 'image/png', bytes: onePixel.length + 8 } }])

    await change.click()
    await form.getByRole('button', { name: 'Remove the picture' }).click()
    await form.getByRole('button', { name: 'Undo' }).click()
    await form.getByRole('button', { name: 'Remove the picture' }).click()
    await form.getByText('The picture is removed when you save.').waitFor()
    await form.getByRole('button', { name: 'Save' }).click()
    await picture.getByText('No picture').waitFor()

    // The map of the library is opened with the keyboard, and leads to a route.
    await page.goto(`${office.base}${home()}/content/libraries/LIB-${suffix}`)
    await page.getByRole('button', { name: 'Show on a map' }).press('Enter')
    const map = page.getByRole('application', { name: 'Map of Bachalpsee' })
    await map.getByLabel('Hut (Place)').waitFor()
    const sign = map.getByLabel('Bachalpsee (Route)')
    await sign.locator('svg').waitFor()
    await sign.press('Enter')
    await hasFocus(map.getByRole('link', { name: 'Bachalpsee' }))
    expect(await violationsOn(page)).toEqual([])
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Map and profile' }).waitFor()
    await page.close()
    expect(office.failures.splice(0).filter((text) => !text.includes('422'))).toEqual([])
  })

  /** The session's person has the smallest role in the page from now on; the service still knows the real one. */
  const showAsViewer = (page: Page) =>
    page.route('**/portal/session', async (route) => {
      const response = await route.fetch()
      const session: { accounts: object[] } = await response.json()
      const accounts = session.accounts.map((one) => ({ ...one, role: 'viewer' }))
      await route.fulfill({ response, json: { ...session, accounts } })
    })
  const changesOn = (page: Page) => page.getByRole('button', { name: /^(?:Change the|Rename)/ })
  const read = async (path: string) => (await office.partners.operator.client.send('GET', path)).body
  const saveIcon = async (page: Page, icon: string) => {
    const form = page.getByRole('dialog')
    await form.getByRole('combobox', { name: 'Icon' }).fill(icon)
    await page.getByRole('option', { name: icon, exact: true }).click()
    await form.getByRole('button', { name: 'Save' }).click()
    await form.waitFor({ state: 'hidden' })
  }

  it('moves a place that a guidebook has, which a viewer cannot', async () => {
    const customId = `MOVED-${suffix}`
    const account = office.partners.operator.id
    await office.send('/content/library', { account, customId, names: { en: 'Places' } })
    const where = { lat: 46.6, lng: 8.1, icon: 'water' }
    const place = { account, library: { customId }, customId: 'SPRING', names: { en: 'Spring' }, ...where }
    const { id } = await office.send('/content/geodata/poi', place)
    const titles = { en: 'Has a spring' }
    const stages = [{ number: 1, titles, routes: [], pois: [{ link: id }], texts: [] }]
    await office.send('/content/guidebook', { account, customId, titles, stages })
    const page = await office.open(asAdmin, `${home()}/content/items/${id}`)
    await page.getByRole('button', { name: 'Change the position and icon' }).click()
    const form = page.getByRole('dialog')
    const longitude = form.getByRole('textbox', { name: 'Longitude' })
    await longitude.fill('188.2')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => longitude.getAttribute('aria-invalid')).toBe('true')
    await longitude.fill('8.2')
    await form.getByRole('application', { name: 'Position' }).locator('canvas').waitFor()
    expect(await violationsOn(page)).toEqual([])
    await saveIcon(page, 'Mountain hut')
    const shown = page.getByRole('region', { name: 'Place', exact: true })
    await shown.getByText('46.6, 8.2').waitFor()
    await shown.getByText('Mountain hut').waitFor()
    await page.getByRole('region', { name: 'Used in guidebooks' }).getByRole('link', { name: titles.en }).waitFor()
    expect(await read(`/content/geodata/${id}`)).toMatchObject({ lat: 46.6, lng: 8.2, icon: 'hut' })

    await showAsViewer(page)
    await page.reload()
    await shown.getByText('Mountain hut').waitFor()
    expect(await changesOn(page).count()).toBe(0)
    await page.close()
    expect(office.failures.splice(0).filter((text) => !text.includes('422'))).toEqual([])
  })

  it('changes the icon of a route, which a viewer cannot', async () => {
    const page = await office.open(asAdmin, `${home()}/content/items/${office.item}`)
    await page.getByRole('button', { name: 'Change the icon' }).click()
    await saveIcon(page, 'Ferry')
    const shown = page.getByRole('region', { name: 'About', exact: true }).getByText('Ferry')
    await shown.waitFor()
    expect(await read(`/content/geodata/${office.item}`)).toMatchObject({ icon: { name: 'ferry-route' } })

    await showAsViewer(page)
    await page.reload()
    await shown.waitFor()
    expect(await changesOn(page).count()).toBe(0)
    await page.close()
    expect(office.failures.splice(0)).toEqual([])
  })

  it('renames a library also while another person does, which a viewer cannot', async () => {
    const { operator } = office.partners
    const customId = `RENAMED-${suffix}`
    await office.send('/content/library', { account: operator.id, customId, names: { en: 'Old', de: 'Alt' } })
    const page = await office.open(asAdmin, `${home()}/content/libraries/${customId}`)
    await page.getByRole('button', { name: 'Rename' }).click()
    const form = page.getByRole('dialog')
    await form.getByRole('group', { name: 'English' }).getByRole('textbox', { name: 'Name' }).fill('Renamed')
    expect(await violationsOn(page)).toEqual([])
    await operator.client.send('PUT', `/content/library/${customId}`, { account: operator.id, names: { en: 'Other' } })
    await form.getByRole('button', { name: 'Save' }).click()
    await form.getByRole('button', { name: 'Replace it with mine' }).click()
    await form.waitFor({ state: 'hidden' })
    const heading = page.getByRole('heading', { level: 1, name: 'Renamed' })
    await heading.waitFor()
    expect(await read(`/content/library/${customId}`)).toMatchObject({ names: { en: 'Renamed', de: 'Alt' } })

    await showAsViewer(page)
    await page.reload()
    await heading.waitFor()
    expect(await changesOn(page).count()).toBe(0)
    await page.close()
    expect(office.failures.splice(0).filter((text) => !text.includes('412'))).toEqual([])
  })

  it('keeps what another person changed of an item until the person chooses, and asks before it discards a text', async () => {
    const { operator } = office.partners
    const shared = { account: operator.id, library: { customId: `LIB-${suffix}` }, customId: 'SHARED' }
    const first = { ...shared, names: { en: 'Shared text' } }
    const { id } = (await operator.client.send<{ id: string }>('POST', '/content/geodata/text', first)).body
    const names = async () =>
      (await operator.client.send<{ names: object }>('GET', `/content/geodata/${id}`)).body.names
    const page = await office.open(asAdmin, `${home()}/content/libraries/LIB-${suffix}`)
    await page.getByRole('link', { name: 'Shared text' }).click()
    const form = page.getByRole('dialog', { name: 'Edit the texts' })
    const field = form.getByRole('textbox', { name: 'Name' })
    const save = form.getByRole('button', { name: 'Save' })
    const edit = page.getByRole('button', { name: 'Edit the texts' })
    await edit.click()
    await field.waitFor()
    await page.keyboard.press('Escape')
    await form.waitFor({ state: 'hidden' })
    await hasFocus(edit)
    await edit.click()
    await field.fill('Mine')
    await operator.client.send('PUT', '/content/geodata/text', { ...shared, names: { en: 'Other' } })
    await save.click()
    await form.getByText('This has changed meanwhile').waitFor()
    expect([await names(), await violationsOn(page)]).toEqual([{ en: 'Other' }, []])
    await form.getByRole('button', { name: 'Discard mine and load the stored version' }).click()
    await expect.poll(() => field.inputValue()).toBe('Other')
    await field.fill('Mine')
    await operator.client.send('PUT', '/content/geodata/text', { ...shared, names: { en: 'Newest' } })
    await save.click()
    await form.getByRole('button', { name: 'Replace it with mine' }).click()
    await form.waitFor({ state: 'hidden' })
    expect(await names()).toEqual({ en: 'Mine' })

    await edit.click()
    await field.fill('Lost')
    const leaving = page.getByRole('dialog', { name: 'Leave without saving?' })
    await page.keyboard.press('Escape')
    await leaving.waitFor()
    expect(await violationsOn(page)).toEqual([])
    await leaving.getByRole('button', { name: 'Stay' }).click()
    await leaving.waitFor({ state: 'hidden' })
    expect(await field.inputValue()).toBe('Lost')
    await hasFocus(field)
    await page.goBack()
    await leaving.getByRole('button', { name: 'Stay' }).click()
    await leaving.waitFor({ state: 'hidden' })
    await page.keyboard.press('Escape')
    await leaving.getByRole('button', { name: 'Leave', exact: true }).click()
    await form.waitFor({ state: 'hidden' })
    expect(await names()).toEqual({ en: 'Mine' })
    await page.close()
    expect(office.failures.splice(0).filter((text) => !text.includes('412'))).toEqual([])
  })

  it('edits a description that has only allowed HTML, with the keyboard, and keeps HTML that the editor cannot hold', async () => {
    const { operator } = office.partners
    const library = `LIB-${suffix}`
    const page = await office.open(asAdmin, `${home()}/content/libraries/${library}/new-text`)
    await page.getByRole('textbox', { name: 'Custom ID' }).fill('RICH')
    await page.getByRole('textbox', { name: 'Name' }).fill('Rich')
    const text = page.getByRole('textbox', { name: 'Description' })
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key)
    }
    await text.click()
    await page.keyboard.type('The hut is open.')
    await press('Enter', 'Alt+F10')
    expect(await page.evaluate('document.activeElement.ariaLabel')).toBe('Heading')
    await press(...Array.from({ length: 6 }, () => 'ArrowRight'), 'Enter')
    await page.keyboard.type('bread')
    await press('Enter')
    await page.keyboard.type('cheese')
    await press('Enter', 'Enter')
    await page.keyboard.type('Book')
    await press('Shift+Home')
    await frameAndTimersPassed(page)
    await press('Control+k')
    const address = page.getByRole('textbox', { name: 'Address of the link' })
    await address.fill('javascript:window.ran=1')
    await address.press('Enter')
    await page.getByText('Enter an address that begins with').waitFor()
    expect(await violationsOn(page)).toEqual([])
    await address.fill('hut.example')
    await address.press('Enter')
    await page.evaluate(`{
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/html', '<img src="x" onerror="window.ran=1">')
      const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
      document.querySelector('[contenteditable=true]').dispatchEvent(paste)
    }`)
    await page.getByText('Images and files were left out.').waitFor()
    // What is typed while the text is stored is not lost without a question.
    const save = page.getByRole('button', { name: 'Save' })
    const { promise: isHeld, resolve: send } = Promise.withResolvers<unknown>()
    await page.route('**/portal/api/content/geodata/text', async (route) => {
      await isHeld
      await route.continue()
    })
    await save.click()
    await expect.poll(() => save.isDisabled()).toBe(true)
    await page.getByRole('textbox', { name: 'Name' }).fill('Typed later')
    send(null)
    const leaving = page.getByRole('dialog', { name: 'Leave without saving?' })
    await leaving.getByRole('button', { name: 'Leave', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Rich' }).waitFor()
    type Stored = { items: { id: string; descriptions: Record<string, string> }[] }
    const path = `/content/geodata?account=${operator.id}&library=${library}&customId=RICH`
    const [stored] = (await operator.client.send<Stored>('GET', path)).body.items
    const list = '<ul><li>bread</li><li>cheese</li></ul>'
    const html = `<p>The hut is open.</p>${list}<p><a href="https://hut.example">Book</a></p>`
    expect(Object.values(stored?.descriptions ?? {})).toEqual([html])

    // Hostile and other HTML is shown as source; saving it without a change sends nothing.
    const descriptions = { en: `<p onclick="window.ran=1">${hostile}</p>`, de: table, he: '<p>a</p>' }
    const raw = { account: operator.id, library: { customId: library }, customId: 'RAW', names: { en: hostile } }
    const { body } = await operator.client.send<{ id: string }>('POST', '/content/geodata/text', {
      ...raw,
      descriptions,
    })
    await page.goto(`${office.base}${home()}/content/items/${body.id}`)
    await page.getByRole('button', { name: 'Edit the texts' }).click()
    const window = page.getByRole('dialog')
    await window.getByText('<p onclick>').waitFor()
    await window.getByText('<table>', { exact: true }).waitFor()
    const hebrew = window.getByRole('group', { name: 'Hebrew' }).getByRole('textbox', { name: 'Description' })
    expect(await hebrew.getAttribute('dir')).toBe('rtl')
    expect([await violationsOn(page), await page.evaluate('window.ran')]).toEqual([[], undefined])
    const sent: string[] = []
    page.on('request', (request) => request.method() === 'GET' || sent.push(request.url()))
    await window.getByRole('button', { name: 'Save' }).click()
    await window.waitFor({ state: 'hidden' })
    expect(sent).toEqual([])
    // Only what a person agrees to lose is lost.
    await page.getByRole('button', { name: 'Edit the texts' }).click()
    await window.getByRole('button', { name: 'Leave this out' }).first().click()
    await window.getByRole('button', { name: 'Save' }).click()
    await window.waitFor({ state: 'hidden' })
    const [after] = (await operator.client.send<Stored>('GET', path.replace('RICH', 'RAW'))).body.items
    const kept = { en: `<p>"'&gt;{{7*7}}\${7*7}</p>`, de: table, he: '<p>a</p>' }
    expect([after?.descriptions, await page.evaluate('window.ran')]).toEqual([kept, undefined])
    await page.close()
    // Chromium also reports the handlers of documents in which nothing runs.
    expect(office.failures.splice(0).filter((text) => !text.startsWith('Executing inline event handler'))).toEqual([])
  })

  it('keeps what was typed when the search cannot be loaded, and says so', async () => {
    const page = await office.open(asAdmin, '/portal/none')
    await page.route('**/portal/assets/search-dialog-*.js', (route) => route.fulfill({ status: 404 }))
    await page.goto(`${office.base}${home()}/new-guidebook`)
    await page.getByRole('button', { name: 'Search everything' }).waitFor()
    const customId = page.getByRole('textbox', { name: 'Custom ID', exact: true })
    await customId.fill('TYPED')
    await page.keyboard.press('Control+k')
    await page.getByText('That did not work').waitFor()
    expect([await customId.count(), await customId.inputValue()]).toEqual([1, 'TYPED'])
    await page.close()
    expect(office.failures.splice(0).filter((text) => !/404|dynamically imported module/.test(text))).toEqual([])
  })

  it('arranges a guidebook with the keyboard, shows faults at their fields and keeps what another person changed', async () => {
    const { operator } = office.partners
    const customId = `MADE-${suffix}`
    const page = await office.open(asAdmin, `${home()}/new-guidebook`)
    const field = (name: string) => page.getByRole('textbox', { name, exact: true })
    const save = page.getByRole('button', { name: 'Save' })
    await field('Custom ID').fill(office.guidebook)
    await save.click()
    await page.getByText('Please correct the marked fields.').waitFor()
    expect(await field('Title').getAttribute('aria-invalid')).toBe('true')
    await field('Title').fill(hostile)
    await save.click()
    await expect.poll(() => field('Custom ID').getAttribute('aria-invalid')).toBe('true')
    await field('Custom ID').fill(customId)

    for (const [number, title] of ['First', 'Second'].entries()) {
      await page.getByRole('button', { name: 'Add a stage' }).click()
      await field('Title (German)').fill(title)
      if (number === 0) {
        const routes = page.getByRole('combobox', { name: 'Add a route', exact: true })
        await routes.fill('r-1 bachalpsee')
        // First, the list has everything.
        const found = page.getByRole('option')
        await expect.poll(() => found.allTextContents()).toEqual([`Bachalpsee (R-1 · LIB-${suffix})`])
        await routes.press('ArrowDown')
        await routes.press('Enter')
        await page.getByRole('button', { name: 'Move Bachalpsee up' }).waitFor()
        expect(await violationsOn(page)).toEqual([])
      }
      await page.getByRole('button', { name: new RegExp(`^Stage ${number + 1}: ${title}`) }).click()
    }
    // Both stages are closed: an entry moves to the other one by menu, by keyboard, and back by dragging it to the name of its stage.
    await page.getByRole('button', { name: /^Stage 1: First/ }).click()
    await page.getByRole('button', { name: 'Move Bachalpsee to another stage' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Stage 2: Second' }).waitFor()
    expect(await violationsOn(page)).toEqual([])
    await page.getByRole('menuitem', { name: 'Stage 2: Second' }).press('Enter')
    await page.getByText('Bachalpsee is in Stage 2: Second at position 1 of 1.').waitFor()
    const handle = page.getByRole('button', { name: 'Move Bachalpsee', exact: true })
    await hasFocus(handle)
    await page.keyboard.press('Space')
    await page.getByText('Bachalpsee is picked up at position 1 of 1.').waitFor()
    await pressUntil(page, 'ArrowUp', 'Bachalpsee is in Stage 1: First at position 1 of 1.')
    await page.keyboard.press('Escape')
    await page.getByText('Bachalpsee was not moved.').waitFor()
    const first = page.getByRole('button', { name: /^Stage 1: First/ })
    await first.click()
    await handle.hover()
    await page.mouse.down()
    const { x = 0, y = 0 } = (await first.boundingBox()) ?? {}
    await page.mouse.move(x + 20, y + 10, { steps: 8 })
    await page.getByText('Bachalpsee is in Stage 1: First at position 1 of 1.').waitFor()
    await page.mouse.up()
    await expect.poll(() => first.textContent()).toContain('1 entry')
    await page.getByRole('button', { name: /^Stage 2: Second/ }).click()
    await page.getByRole('button', { name: 'Move Stage 2: Second', exact: true }).press('Space')
    await page.getByText('Stage 2: Second is picked up at position 2 of 2.').waitFor()
    await pressUntil(page, 'ArrowUp', 'Stage 2: Second is at position 1 of 2.')
    await page.keyboard.press('Space')
    await page.getByRole('button', { name: /^Stage 1: Second/ }).waitFor()

    // What was removed comes back by the notice, and by keyboard; typed texts stay.
    await page.getByRole('button', { name: 'Remove Stage 2: First' }).click()
    const notice = page.getByRole('alert').filter({ hasText: 'Stage 2: First is removed.' })
    await notice.waitFor()
    const undo = page.getByRole('region', { name: 'Stages' }).getByRole('button', { name: 'Undo' })
    await hasFocus(undo)
    await notice.getByRole('button', { name: 'Undo' }).click()
    await page.getByText(/^Undone\. \d+ earlier changes can be undone\.$/).waitFor()
    await page.getByRole('button', { name: /^Stage 2: First/ }).waitFor()
    await page.keyboard.press('Control+Shift+z')
    await page.getByText('Redone. No change is left to redo.').waitFor()
    await page.keyboard.press('Control+z')
    await page.getByRole('button', { name: /^Stage 2: First/ }).waitFor()
    expect(await field('Title').inputValue()).toBe(hostile)
    expect(await violationsOn(page)).toEqual([])

    const cover = page.locator('input[type=file]')
    await cover.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('GIF89a') })
    await page.getByText('This file is neither a PNG nor a JPEG image.').waitFor()
    await cover.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: onePixel })
    await page.getByRole('img', { name: 'Cover of' }).waitFor()
    await page.getByRole('link', { name: 'Content', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click()
    await save.click()
    await page.getByRole('heading', { level: 1, name: hostile }).waitFor()
    await page.getByText('Distance 5').first().waitFor()
    await page.getByRole('img', { name: 'Cover of' }).waitFor()
    const path = `/content/guidebook/${operator.id}/${customId}`
    type Stored = { stages: { number: number; titles: object; routes: object[] }[]; titles: object }
    const stored = await operator.client.send<Stored>('GET', path)
    expect(stored.body.stages.map(({ number, titles, routes }) => [number, titles, routes.length])).toEqual([
      [1, { de: 'Second' }, 0],
      [2, { de: 'First' }, 1],
    ])

    // A preview without a release, in a new tab.
    await page.getByRole('button', { name: 'Build the preview' }).click()
    const opening = page.waitForEvent('popup')
    await page.getByRole('link', { name: 'Open the page' }).click({ timeout: 120_000 })
    const preview = await opening
    await preview.getByText('Dies ist eine Vorschau des Reiseführers.').waitFor()
    await preview.getByRole('heading', { level: 1, name: hostile }).waitFor()
    await preview.close()

    await page.getByRole('link', { name: 'Edit' }).click()
    await field('Title').fill('Mine')
    await page.getByRole('button', { name: 'Remove the cover' }).click()
    await operator.client.send('PUT', `/content/guidebook/${customId}`, {
      account: operator.id,
      titles: { de: 'Other', en: 'Other' },
    })
    await save.click()
    await page.getByText('This guidebook has changed meanwhile').waitFor()
    expect((await operator.client.send<Stored>('GET', path)).body.titles).toEqual({ de: 'Other', en: 'Other' })
    await page.getByRole('button', { name: 'Replace it with mine' }).click()
    await page.getByRole('heading', { level: 1, name: 'Mine' }).waitFor()
    await page.getByText('No cover').waitFor()

    await page.goto(`${office.base}${home()}/guidebooks`)
    await page.getByRole('searchbox', { name: 'Search' }).fill(`${customId} mine`)
    await expect.poll(() => page.getByRole('table', { name: 'Guidebooks' }).getByRole('link').count()).toBe(1)
    await page.goto(`${office.base}${home()}/content/items/${office.item}`)
    await page.getByRole('region', { name: 'Used in guidebooks' }).getByRole('link', { name: hostile }).waitFor()
    await page.close()
    expect(office.failures.splice(0).filter((text) => !/422|409|412/.test(text))).toEqual([])
  })
})
