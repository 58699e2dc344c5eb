import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { launchBrowser } from '@guidebook/service-kit/test/browser'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import type { Partner } from '../src/partners.ts'
import type { Description } from '../src/running-system.ts'
import { type Comparison, compare } from './rounds.ts'

/** A phone of the middle class on a slow mobile network, as Lighthouse has it. */
const phone = { latency: 150, downloadThroughput: 204_800, uploadThroughput: 96_000, offline: false }
const slowdown = 4

/** From the address to the first release of the list on a phone without a cache, compared to a bare page with the same framework. */
export const portalView = async (system: Description, partner: Partner): Promise<Comparison> => {
  const browser = await launchBrowser()
  try {
    const storageState = await signIn(browser, system.baseUrl, partner)
    const path = `/content/release/${partner.id}`
    const list = await fetch(system.baseUrl + path, { headers: { authorization: partner.key } })
    await using bare = await startBarePage(await list.text())
    const measure = (url: string) => () => firstRow(browser, url, { storageState })
    return await compare({
      name: 'first view of the list of releases on a throttled phone',
      unit: 'ms',
      limit: { what: 'a bare page with the same framework', measure: measure(bare.url) },
      subject: { what: 'the portal', measure: measure(`${system.baseUrl}/portal/o/${partner.oid}/releases`) },
      target: { atMost: 2.5 },
    })
  } finally {
    await browser.close()
  }
}

const signIn = async (browser: Browser, baseUrl: string, { key }: Partner) => {
  const context = await browser.newContext({ locale: 'en' })
  const page = await context.newPage()
  await page.goto(`${baseUrl}/portal/sign-in`)
  await page.getByRole('button', { name: 'First sign-in with an API key' }).click()
  await page.getByRole('textbox', { name: 'API key' }).fill(key)
  await page.getByRole('textbox', { name: 'E-mail address' }).fill('bench@office.example')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
  const state = await context.storageState()
  await context.close()
  return state
}

/** Milliseconds from the navigation until a row is in the table. A new context has an empty cache. */
const firstRow = async (browser: Browser, url: string, options: BrowserContextOptions): Promise<number> => {
  const context = await browser.newContext({ ...options, locale: 'en', viewport: { width: 360, height: 800 } })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.emulateNetworkConditions', phone)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await page.goto(url, { waitUntil: 'commit' })
  await page.locator('tbody tr').first().waitFor()
  // The policy of the portal's page allows no functions from texts, so the time is read here, some milliseconds later.
  const milliseconds = Number(await page.evaluate('performance.now()'))
  await context.close()
  return milliseconds
}

const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

/** Serves the bare page, compressed, and the list as `/rows.json`. */
const startBarePage = async (rows: string) => {
  const folder = mkdtempSync(join(tmpdir(), 'guidebook-bare-page-'))
  execFileSync(process.execPath, [join(import.meta.dirname, '../../portal/bench/build-bare.ts'), folder])
  const files = globSync('**/*.*', { cwd: folder }).map((name) => {
    return [
      `/${name}`,
      { type: types[extname(name)] ?? 'text/plain', body: gzipSync(readFileSync(join(folder, name))) },
    ]
  })
  const served = new Map<string | undefined, { type: string; body: Buffer }>([
    ...(files as [string, { type: string; body: Buffer }][]),
    ['/rows.json', { type: 'application/json', body: gzipSync(rows) }],
  ])
  const server = createServer(({ url }, response) => {
    const file = served.get(url === '/' ? '/index.html' : url)
    if (file === undefined) return void response.writeHead(404).end()
    response.writeHead(200, { 'content-type': file.type, 'content-encoding': 'gzip' }).end(file.body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      rmSync(folder, { recursive: true })
    },
  }
}
