import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { launchBrowser } from '@guidebook/service-kit/test/browser'
import type { BrowserContext, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { eventually } from '../src/eventually.ts'
import { createPartners } from '../src/partners.ts'
import { sharedSystem } from '../src/shared-system.ts'
import { createContent, waypoints } from '../src/trip.ts'
import { desktop } from './portal-pages.ts'

/** A text that would run if a page inserted it unescaped into HTML, an attribute or a script. */
export const hostile = `"'><img src=x onerror="window.ran=1"><script>window.ran=1</script>{{7*7}}\${7*7}`

export const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

export type Office = Awaited<ReturnType<typeof startOffice>>

/**
 * A browser, and a connected operator and reseller of one test file. The operator has the library `LIB-suffix` with a guidebook, and a route in
 * `HOSTILE-suffix` (`item`), used in the guidebook `BAD-suffix`, whose texts are all `hostile`. The operator has no administrator yet.
 */
export async function startOffice(suffix: string) {
  const system = await sharedSystem()
  const base = system.describe().baseUrl
  const partners = await createPartners(system.describe())
  const { operator } = partners
  const guidebook = await createContent(operator, suffix)
  const send = async (path: string, body: object) => {
    const answer = await operator.client.send<{ id: string; link: string }>('POST', path, body)
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  const library = { customId: `HOSTILE-${suffix}` }
  const names = { en: hostile, de: hostile }
  await send('/content/library', { account: operator.id, ...library, names })
  const imageBase64 = onePixel.toString('base64')
  const route = { account: operator.id, library, customId: 'R', names, attributes: {}, waypoints, imageBase64 }
  const item = (await send('/content/geodata/route', route)).id
  const stages = [{ number: 1, titles: names, routes: [{ link: item }], pois: [], texts: [] }]
  await send('/content/guidebook', { account: operator.id, customId: `BAD-${suffix}`, titles: names, stages })
  const browser = await launchBrowser()

  const failures: string[] = []
  const watch = (page: Page): void => {
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.text().includes('401'))
        failures.push(`${message.text()} ${message.location().url}`)
    })
    page.on('pageerror', (error) => failures.push(error.message))
  }

  return {
    system,
    base,
    partners,
    guidebook,
    item,
    browser,
    /** The errors of the watched pages. */
    failures,
    /** Collects the errors of a page, except the 401 of people who are not signed in yet. */
    watch,
    /** Sends a POST as the operator. Throws if it is refused. */
    send,

    async open(context: BrowserContext, path: string): Promise<Page> {
      const page = await context.newPage()
      watch(page)
      await page.goto(base + path)
      return page
    },

    /** Makes the person the operator's first administrator, by the request of the form. Returns the signed-in context, in English. */
    async signInAdmin(email: string): Promise<BrowserContext> {
      const context = await browser.newContext({ ...desktop, locale: 'en' })
      const signedIn = await context.request.post(`${base}/portal/session`, {
        data: { apiKey: operator.key, email },
        headers: { origin: base },
      })
      if (signedIn.status() !== 201) throw new Error(`session: ${signedIn.status()} ${await signedIn.text()}`)
      return context
    },

    /** The code in the subject of the newest mail to an address. If the subject is an encoded word, its spaces are underscores. */
    async codeFor(address: string): Promise<string> {
      const folder = join(system.data, 'mail')
      const read = (name: string): { to: string[]; subject: string } =>
        JSON.parse(readFileSync(join(folder, name), 'utf8'))
      const codes = () => {
        const envelopes = readdirSync(folder).filter((name) => name.endsWith('.json'))
        const subjects = envelopes
          .sort()
          .map(read)
          .filter(({ to }) => to.includes(address))
        return subjects.flatMap(({ subject }) => /\b\d{4}[ _]\d{4}(?=[ _])/.exec(subject)?.[0].replace('_', ' ') ?? [])
      }
      await eventually(`a code for ${address}`, 60_000, () => codes().length > 0)
      return codes().at(-1) ?? ''
    },

    close: () => browser.close(),
  }
}

/** Libraries act on a key a moment after it: the editor of texts, for example, learns of a selection with the next frame. */
export const frameAndTimersPassed = (page: Page) =>
  page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))')

export const hasFocus = (field: Locator) => field.and(field.page().locator(':focus')).waitFor()

/** Presses the key until the page shows the text. The library that moves entries ignores keys until it has measured where all of them are. */
export async function pressUntil(page: Page, key: string, text: string): Promise<void> {
  const said = page.getByText(text)
  const press = async () => {
    if (await said.isVisible()) return true
    await page.keyboard.press(key)
    await frameAndTimersPassed(page)
    return await said.isVisible()
  }
  await expect.poll(press).toBe(true)
}
