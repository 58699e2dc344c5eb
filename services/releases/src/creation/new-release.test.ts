import { expect, it } from 'vitest'
import { newSlug } from './new-release.ts'

it('a slug has 20 URL-safe letters, at least 96 bits', () => {
  for (let i = 0; i < 1000; i++) expect(newSlug()).toMatch(/^[1-9A-HJ-NP-Za-km-z]{20}$/)
  expect(20 * Math.log2(58)).toBeGreaterThan(96)
})

it('slugs do not repeat', () => {
  const slugs = new Set(Array.from({ length: 10_000 }, newSlug))
  expect(slugs.size).toBe(10_000)
})

it('every letter turns up about as often as any other', () => {
  const counts = new Map<string, number>()
  for (let i = 0; i < 5_000; i++) for (const letter of newSlug()) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  expect(counts.size).toBe(58)
  for (const count of counts.values()) expect(Math.abs(count - 100_000 / 58)).toBeLessThan(300)
})
