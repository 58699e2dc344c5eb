import { existsSync } from 'node:fs'
import type { Browser } from 'playwright-core'

/** The system's browser; tests that need one say so where there is none. */
export const chromiumPath = [
  process.env.TEST_CHROMIUM,
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
].find((path) => path !== undefined && existsSync(path))

export async function launchBrowser(): Promise<Browser> {
  // Imported only where a browser is needed.
  const { chromium } = await import('playwright-core')
  return await chromium.launch({
    executablePath: chromiumPath ?? '',
    // Root, as containers often run, may not use the sandbox; machines without a graphics card draw maps in software.
    args: ['--no-sandbox', '--enable-unsafe-swiftshader'],
  })
}
