import { violationsOn } from '@guidebook/service-kit/test/browser'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Without animations, during which axe would find too little contrast. */
export const desktop = { reducedMotion: 'reduce', viewport: { width: 1280, height: 900 } } as const

/** Waits until a page of the portal shows its data. */
export async function settle(page: Page): Promise<void> {
  await page.locator('h1:not([data-left])').first().waitFor()
  const loading = page.locator('[role=status] .mantine-Loader-root')
  const busy = page.locator('[aria-busy=true]')
  await expect.poll(async () => (await loading.count()) + (await busy.count()), { timeout: 60_000 }).toBe(0)
}

/**
 * Shows the pages one after the other, as links do, and checks that each fits into the width, runs no text and has no violations of axe. The
 * pages before and after must be different ones, because the title of the same page stays.
 */
export async function checkPages(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await page.evaluate(`document.querySelector('h1').dataset.left = ''; history.pushState({}, '', '${path}')`)
    await settle(page)
    const found = await page.evaluate(
      'document.documentElement.scrollWidth > document.documentElement.clientWidth || window.ran !== undefined',
    )
    expect([path, found, await violationsOn(page)]).toEqual([path, false, []])
  }
}
