import { afterEach, expect, it, vi } from 'vitest'

const script = new URL('../browser/page/today.js', import.meta.url)
const { openToday }: { openToday(): void } = await import(script.href)

afterEach(() => {
  vi.unstubAllGlobals()
})

/** What the script looks for on a page of another day. */
function selectorsIn(timeZone: string): string[] {
  const selectors: string[] = []
  vi.stubGlobal('document', {
    querySelector: () => ({ dataset: { today: '2000-01-01', timeZone } }),
    querySelectorAll: (selector: string) => {
      selectors.push(selector)
      return []
    },
  })
  openToday()
  return selectors
}

it('a page of another day marks the real today, and stays as it is in a time zone that the browser does not know', () => {
  expect(selectorsIn('Pacific/Auckland')).toContain('.today')
  expect(selectorsIn('Mars/Olympus')).toEqual([])
})
