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
 * Shows another page in place of the present one, as a link does: loading the application takes longer than most tests. Both must be pages of
 * different kinds, because the title of the same kind stays. What was loaded in the last seconds is not loaded again.
 */
export async function go(page: Page, path: string): Promise<void> {
  await page.locator('h1').first().waitFor()
  await page.evaluate(
    `document.querySelector('h1').dataset.left = ''; scrollTo(0, 0); history.pushState({}, '', '${path}')`,
  )
  await settle(page)
}

/** Shows the pages one after the other, and checks that each fits into the width, runs no text and has no violations of axe. */
export async function checkPages(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await go(page, path)
    const found = await page.evaluate(
      'document.documentElement.scrollWidth > document.documentElement.clientWidth || window.ran !== undefined',
    )
    expect([path, found, await violationsOn(page)]).toEqual([path, false, []])
  }
}
