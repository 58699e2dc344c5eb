import { existsSync } from 'node:fs'

/** The system's browser; tests that need one say so where there is none. */
export const chromiumPath = [
  process.env.TEST_CHROMIUM,
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
].find((path) => path !== undefined && existsSync(path))

/** Root, as containers often run, may not use the sandbox; machines without a graphics card draw maps in software. */
export const launchOptions = {
  executablePath: chromiumPath ?? '',
  args: ['--no-sandbox', '--enable-unsafe-swiftshader'],
}
