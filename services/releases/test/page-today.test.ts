import { afterEach, expect, it, vi } from 'vitest'

const script = new URL('../browser/page/today.js', import.meta.url)
const { openToday }: { openToday(): void } = await import(script.href)

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** What the script looks for on a page of this day. */
function selectorsOn(today: string): string[] {
  const selectors: string[] = []
  vi.stubGlobal('document', {
    querySelector: () => ({ dataset: { today } }),
    querySelectorAll: (selector: string) => {
      selectors.push(selector)
      return []
    },
  })
  openToday()
  return selectors
}

it('a page of another day marks the day of the device, and a page of this day stays as it is', () => {
  // In the time zone of this machine.
  vi.setSystemTime(new Date(2026, 6, 14, 23))
  expect(selectorsOn('2026-07-13')).toContain('.today')
  expect(selectorsOn('2026-07-14')).toEqual([])
})
