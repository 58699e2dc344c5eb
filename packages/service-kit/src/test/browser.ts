/** The browser of the tests, and what axe finds wrong with a page. */
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { test } from 'vitest'

/** The system's browser. Tests say when there is none. */
export const chromiumPath = [
  process.env.TEST_CHROMIUM,
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
].find((path) => path !== undefined && existsSync(path))

export async function launchBrowser(args: readonly string[] = []): Promise<Browser> {
  // Imported only where a browser is needed.
  const { chromium } = await import('playwright-core')
  // Root, as containers often run, may not use the sandbox.
  return await chromium.launch({ executablePath: chromiumPath ?? '', args: ['--no-sandbox', ...args] })
}

let current: Promise<Browser> | undefined

async function end(): Promise<void> {
  const browser = current
  current = undefined
  await (await browser)?.close()
}

async function running(): Promise<Browser> {
  const browser = await current?.catch(() => undefined)
  if (browser?.isConnected()) return browser
  // A page of a test ends before optimized code would pay off.
  current = launchBrowser(['--js-flags=--no-opt'])
  return await current
}

/** A `test` with the fixture `browser`, which all test files of a worker share, one after the other. */
export const testWithBrowser = () =>
  test
    // biome-ignore lint/correctness/noEmptyPattern: vitest requires a pattern
    .extend('endOfBrowser', { scope: 'worker' }, async ({}, { onCleanup }) => {
      onCleanup(end)
      return end
    })
    // Depends on `endOfBrowser` only so that vitest sets it up. What a file leaves open is closed.
    .extend('browser', { scope: 'file' }, async ({ endOfBrowser: _ }, { onCleanup }) => {
      const browser = await running()
      onCleanup(async () => void (await Promise.all(browser.contexts().map((context) => context.close()))))
      return browser
    })

/** Read where it is needed: most test files that can have a browser do not ask for it. */
const readAxe = () => readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** Resolves at the end of all running animations: what fades in has too little contrast until then. */
const animationsEnded = `Promise.allSettled(document.getAnimations()
  .filter(({ effect }) => Number.isFinite(effect.getComputedTiming().endTime))
  .map(({ finished }) => finished)).then(() => 0)`

/** The rules whose outcome the colour scheme can change. */
const colorRules = ['color-contrast', 'link-in-text-block']

/**
 * What axe finds wrong with the page in its present state, by rule and element. With `colors`, only rules of colour are applied: for another
 * colour scheme of the same state.
 */
export async function violationsOn(page: Page, { only }: { only?: 'colors' } = {}): Promise<string[]> {
  // Beside the page, whose policy may forbid scripts of others.
  const session = await page.context().newCDPSession(page)
  const run = async (expression: string) => {
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    })
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
    return result.value
  }
  const options = only === 'colors' ? { runOnly: colorRules } : {}
  try {
    await run(animationsEnded)
    if (await run('globalThis.axe === undefined')) await run(`${readAxe()};0`)
    return await run(`axe.run(${JSON.stringify(options)}).then(({ violations }) =>
      violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html)))`)
  } finally {
    await session.detach()
  }
}
