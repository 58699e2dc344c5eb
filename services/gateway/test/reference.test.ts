import { expect } from 'vitest'
import { test } from './fixture.ts'

/** The viewer is four megabytes of script. */
const patience = 120_000

test(
  'the reference shows every operation at 390 and 1280 pixels, sends a request with a key, and talks to no one but us',
  async ({ shared: fixture, browser }) => {
    const account = await fixture.account()
    const page = await browser.newPage()
    page.setDefaultTimeout(patience)
    const foreign: string[] = []
    const complaints: string[] = []
    page.on('request', (request) => {
      if (!/^(?:data|blob):/.test(request.url()) && new URL(request.url()).origin !== fixture.gateway.url)
        foreign.push(request.url())
    })
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(error.message))

    await page.setViewportSize({ width: 390, height: 900 })
    await page.goto(`${fixture.gateway.url}/docs#tag/account/GET/account`, {
      waitUntil: 'commit',
      timeout: patience,
    })
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      await page.getByRole('heading', { name: 'Read the account of the key' }).waitFor()
      const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
      await expect.poll(() => page.evaluate(overflow)).toBe(0)
    }
    await page.getByRole('button', { name: /Test Request.*get \/account\b/i }).click()
    const client = page.getByRole('dialog')
    await client.locator('input.scalar-password-input').fill(account.key ?? '')
    const answered = page.waitForResponse((response) => response.url() === `${fixture.gateway.url}/account`)
    await client.getByRole('button', { name: 'Send', exact: false }).first().click()
    const answer = await answered
    expect([answer.status(), (await answer.json()).id]).toEqual([200, account.id])
    await client
      .getByText(account.id ?? '')
      .first()
      .waitFor()

    expect(foreign).toEqual([])
    expect(complaints).toEqual([])
    await page.close()
  },
  2 * patience,
)
