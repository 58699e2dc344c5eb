import { randomUUID } from 'node:crypto'
import { launchBrowser, violationsOn } from '@guidebook/service-kit/test/browser'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importSettings } from '../src/account/fixtures.ts'
import { createPartner, type Partner, supportOf } from '../src/partners.ts'
import { remoteFolder } from '../src/remote-system.ts'
import type { Description } from '../src/running-system.ts'
import { sharedSystem } from '../src/shared-system.ts'
import { createContent, plainRelease } from '../src/trip.ts'
import { hasFocus } from './portal-office.ts'
import { checkPages, desktop, settle } from './portal-pages.ts'

/** A text that would run if a page inserted it unescaped. */
const hostile = `"'><img src=x onerror="window.ran=1"><script>window.ran=1</script>`
const suffix = randomUUID().slice(0, 8)
const name = `anna-${suffix}`
const reason = `Ticket 4711 ${hostile}`

let system: Description
let operator: Partner
let token: string
let requestId: string
let browser: Browser
let context: BrowserContext
const failures: string[] = []

async function open(path: string): Promise<Page> {
  const page = await context.newPage()
  page.on('console', (message) => {
    if (message.type() === 'error' && !/401|404/.test(message.text())) failures.push(message.text())
  })
  page.on('pageerror', (error) => failures.push(error.message))
  await page.goto(system.adminUrl + path)
  return page
}

describe.skipIf(remoteFolder !== undefined)('support in a browser', () => {
  beforeAll(async () => {
    system = (await sharedSystem()).describe()
    const support = supportOf(system)
    operator = await createPartner(system, 'operator', `Alpine ${suffix} ${hostile}`)
    const guidebook = await createContent(operator, suffix)
    await operator.client.send('POST', '/content/release', plainRelease(operator.id, guidebook, 4711))
    requestId = `asked-${suffix}`
    await fetch(`${system.baseUrl}/content/release`, {
      method: 'POST',
      headers: { authorization: operator.key, 'content-type': 'application/json', 'x-request-id': requestId },
      body: JSON.stringify(plainRelease(operator.id, 'NONE', 815)),
    })
    token = (await support.send<{ token: string }>('POST', '/admin/tokens', { name })).body.token
    browser = await launchBrowser()
    context = await browser.newContext({ ...desktop, locale: 'en' })
  }, 900_000)
  afterAll(() => browser?.close())

  it('signs in with a personal token, which the browser does not keep, and comes to the page of the link', async () => {
    const page = await open(`/support/why?q=4711`)
    await page.getByRole('textbox', { name: 'Personal admin token' }).fill('gba_wrong')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByText('The token is wrong or was revoked.').waitFor()
    await page.getByRole('textbox', { name: 'Personal admin token' }).fill(token)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page
      .getByText(/The Trip Link shows the trip|documents are being prepared/)
      .first()
      .waitFor()
    const stored = await page.evaluate('JSON.stringify({ ...localStorage, ...sessionStorage }) + document.cookie')
    expect(stored).not.toMatch(/gba_|guidebook-support/)
    expect(page.url()).toMatch(/\/support\/why\?q=.*4711/)
    await page.close()
  })

  it('keeps a Trip Link out of the address, and shows the question before it again', async () => {
    const page = await open('/support/why?q=4711')
    const answer = page.getByText(/The Trip Link shows the trip|documents are being prepared/).first()
    await answer.waitFor()
    const question = page.getByRole('textbox', { name: 'Trip Link, code' })
    await question.fill('abcdefghijklmnopqrstuv')
    await page.getByRole('button', { name: 'Ask' }).click()
    await page.waitForURL(/\/support\/why$/)
    await answer.waitFor({ state: 'hidden' })
    await settle(page)
    await page.goBack()
    await answer.waitFor()
    expect(await question.inputValue()).toBe('4711')
    await page.close()
  })

  it('says that the session or the state of the services could not be read', async () => {
    const page = await context.newPage()
    await page.clock.install()
    const fail = (path: string) => page.route(path, (route) => route.fulfill({ status: 500, json: {} }))
    await fail('**/support/session')
    await page.goto(`${system.adminUrl}/support/health`)
    await page.getByRole('alert').waitFor()
    await page.unroute('**/support/session')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { level: 1, name: 'Health' }).waitFor()
    await fail('**/support/api/status')
    await page.clock.fastForward(10_000)
    await page.getByRole('alert').waitFor()
    await page.close()
  })

  it('shows the outcomes of the rows of an import once it has ended', async () => {
    const page = await context.newPage()
    const id = '00000000000000000000000000000001'
    const run = { id, state: 'processing', sender: null, subject: null, fileName: 'trips.csv', reason: null }
    const common = { ...run, account: null, receivedAt: '2026-07-01T08:00:00Z', test: false, dialect: null }
    const counts = { created: 0, changed: 0, unchanged: 0, failed: 0, pending: 1 }
    const row = { row: 1, status: 'pending', downloadCode: 4711, link: null, errors: [] }
    let hasEnded = false
    await page.route(`**/support/api/imports/${id}?*`, (route) => {
      const ended = { ...common, state: 'completed', counts: { ...counts, created: 1, pending: 0 } }
      const json = hasEnded
        ? { ...ended, rows: [{ ...row, status: 'created' }], nextCursor: null }
        : { ...common, counts, rows: [row], nextCursor: null }
      return route.fulfill({ json })
    })
    await page.goto(`${system.adminUrl}/support/imports/${id}`)
    await page.getByRole('cell', { name: 'pending' }).waitFor()
    hasEnded = true
    await page.getByRole('cell', { name: 'created' }).waitFor()
    await page.getByRole('button', { name: 'Save the mail' }).click()
    await page.getByRole('alert').getByText('That did not work').waitFor()
    await page.close()
  })

  it('finds an account, suspends and reactivates it, and creates another with its first person', async () => {
    const page = await open('/support/')
    await page.getByRole('searchbox', { name: 'Search' }).fill(`Alpine ${suffix}`)
    await page.waitForURL(/q=Alpine/)
    await page.getByRole('link', { name: `Alpine ${suffix}` }).click()
    await page.getByRole('button', { name: 'Suspend' }).click()
    await page.getByRole('dialog').getByRole('textbox', { name: 'Reason' }).fill(reason)
    await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click()
    await page.getByText('Suspended since').waitFor()
    await expect.poll(async () => (await operator.client.send('GET', '/account')).status).toBe(403)
    await page.getByRole('button', { name: 'Reactivate' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Reactivate' }).click()
    await page.getByText('Suspended since').waitFor({ state: 'hidden' })
    await expect.poll(async () => (await operator.client.send('GET', '/account')).status).toBe(200)

    // A form changes only the fields in which something was typed.
    await page.getByRole('button', { name: 'Change', exact: true }).click()
    const changed = page.getByRole('dialog', { name: 'Change the account' })
    await changed.getByRole('button', { name: 'Save' }).click()
    await changed.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Change', exact: true }).click()
    await changed.getByRole('textbox', { name: 'E-mail address' }).fill(`new-${suffix}@a.example`)
    const meanwhile = { timeZone: 'Pacific/Auckland' }
    expect((await operator.client.send('PATCH', '/account', meanwhile)).status).toBe(200)
    await changed.getByRole('button', { name: 'Save' }).click()
    await page.getByText(`new-${suffix}@a.example`).waitFor()
    expect((await operator.client.send('GET', '/account')).body).toMatchObject(meanwhile)

    await page.getByRole('link', { name: '← Accounts' }).click()
    await page.getByRole('button', { name: 'New account' }).click()
    const form = page.getByRole('dialog')
    await form.getByRole('textbox', { name: 'Name' }).fill(`New ${suffix}`)
    await form.getByRole('textbox', { name: 'Operator ID' }).fill(operator.oid)
    await form.getByRole('textbox', { name: 'E-mail address' }).fill('office@new.example')
    await form.getByRole('button', { name: 'New account' }).click()
    await expect
      .poll(() => form.getByRole('textbox', { name: 'Operator ID' }).getAttribute('aria-invalid'))
      .toBe('true')
    await form.getByRole('button', { name: 'Cancel' }).click()

    await page.goto(`${system.adminUrl}/support/accounts/${operator.id}/people`)
    await page.getByRole('button', { name: 'Create a person' }).click()
    await page.getByRole('dialog').getByRole('textbox', { name: 'E-mail address' }).fill(`p-${suffix}@a.example`)
    await page.getByRole('dialog').getByRole('button', { name: 'Create a person' }).click()
    await page.getByText(`${system.baseUrl}/portal/sign-in#`).waitFor()
    await page.getByRole('dialog', { name: 'Sign-in link' }).getByRole('button', { name: 'Close' }).click()
    await hasFocus(page.getByRole('button', { name: 'Create a person' }))

    const button = page.getByRole('cell').getByRole('button', { name: 'Sign-in link' })
    await button.evaluate((element) => element.setAttribute('data-first', ''))
    await button.click()
    await page.getByRole('dialog').getByRole('button', { name: 'Sign-in link' }).click()
    await page.getByText(`${system.baseUrl}/portal/sign-in#`).waitFor()
    // A table that is rendered again keeps its elements, and so the focus and open windows.
    expect(await page.locator('[data-first]').count()).toBe(1)
    await page.close()
    const { body } = await supportOf(system).send<{ items: { operation: string; actor: string }[] }>(
      'GET',
      `/admin/actions?account=${operator.id}&actor=support:${name}`,
    )
    expect(body.items.map(({ operation }) => operation)).toEqual([
      'createSignInLink',
      'createUserOfAccount',
      'updateAccount',
      'reactivateAccount',
      'suspendAccount',
    ])
    expect(failures.splice(0).filter((text) => !text.includes('409'))).toEqual([])
  })

  it('has pages without violations of axe that fit into 360 pixels and run no text', async () => {
    const account = `/accounts/${operator.id}`
    const ofAccount = ['', '/people', '/keys', '/webhook', '/import', '/log'].map((path) => account + path)
    const others = ['/', '/imports', '/dead-letters', `/requests/${requestId}`, '/health', '/why?q=4711', '/nowhere']
    // The pages of an account have the same title.
    const paths = others.flatMap((path, index) => [path, ...ofAccount.slice(index, index + 1)])
    const hotels = [{ header: 'Hotel', library: 'HOTELS', nights: { from: 1, to: 2 } }]
    const settings = { ...importSettings(`list-${suffix}@a.example`), hotelColumns: hotels }
    await supportOf(system).send('PUT', `/admin/accounts/${operator.id}/import`, settings)
    const page = await open('/support/changes')
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.setViewportSize({ width: 360, height: 900 })
    await settle(page)
    await checkPages(
      page,
      paths.map((path) => `/support${path}`),
    )
    await page.goto(`${system.adminUrl}/support${account}/import`)
    for (const text of ['From 14 days before the arrival', 'Library HOTELS, days 1 to 2 of the stay', 'Persons']) {
      await page.getByText(text, { exact: true }).waitFor()
    }
    await page.getByRole('button', { name: 'Edit as JSON' }).click()
    const json = page.getByRole('textbox', { name: 'JSON' })
    expect(await json.inputValue()).toContain('"onExistingCode": "report"')
    await json.fill('{}')
    await page.getByRole('tab', { name: 'People' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click()
    expect(await json.inputValue()).toBe('{}')
    const save = page.getByRole('button', { name: 'Save', exact: true })
    await save.click()
    await page.getByRole('alert').waitFor()
    await hasFocus(save)
    await page.close()
    expect(failures.splice(0).filter((text) => !text.includes('422'))).toEqual([])
  }, 300_000)

  it('opens the portal of an account as a role, under a bar that ends it, and the account sees who and why', async () => {
    const page = await open(`/support/accounts/${operator.id}`)
    const role = page.getByRole('dialog').getByRole('combobox', { name: 'Role' })
    const start = page.getByRole('main').getByRole('button', { name: 'Open the portal' })
    await start.click()
    await role.click()
    await page.getByRole('option', { name: 'Administrator' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await start.click()
    expect(await role.inputValue()).toBe('Viewer')
    await page.getByRole('dialog').getByRole('textbox', { name: 'Reason' }).fill(reason)
    await page.getByRole('dialog').getByRole('button', { name: 'Open the portal' }).click()
    const opening = context.waitForEvent('page')
    await page.getByRole('link', { name: 'Open in a new tab' }).click()
    const portal = await opening
    await portal.getByRole('button', { name: 'Open the portal' }).click()
    await portal.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    expect(portal.url()).toBe(`${system.baseUrl}/portal/o/${operator.oid}`)
    const bar = portal.getByRole('region', { name: 'Support in this account' })
    await bar.getByText(`Support (${name}) in place of a person`).waitFor()
    await settle(portal)
    expect(await violationsOn(portal)).toEqual([])
    await portal.goto(`${system.baseUrl}/portal/o/${operator.oid}/releases/4711`)
    await settle(portal)
    expect(await portal.getByRole('switch', { disabled: false }).count()).toBe(0)
    await bar.getByRole('button', { name: 'End' }).click()
    await portal.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
    const { body } = await operator.client.send<{ items: object[] }>('GET', '/account/impersonations')
    expect(body.items).toMatchObject([{ by: `support:${name}`, role: 'viewer', reason: reason.trim() }])
    await page.reload()
    await page.getByRole('table', { name: 'Support in this account' }).getByText(name).waitFor()
    await portal.close()
    await page.close()
  })
})
