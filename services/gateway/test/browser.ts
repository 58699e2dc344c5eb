import { type Browser, chromium } from 'playwright-core'

export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env.TEST_CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  })
