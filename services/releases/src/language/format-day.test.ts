import { expect, it } from 'vitest'
import { formatDay, formatDays } from './format-day.ts'

it('a day is written as people write it in the language, in English where we do not have it', () => {
  expect(formatDay('2026-11-23', 'de', 'date')).toBe('23. November 2026')
  expect(formatDay('2026-11-23', 'en', 'date')).toBe('23 November 2026')
  expect(formatDay('2026-01-01', 'en', 'full')).toBe('Thursday, 1 January 2026')
  expect(formatDay('2026-11-01', 'fr', 'date')).toMatch(/^1er /)
})

it('days in a row do not repeat what they have in common', () => {
  expect(formatDays('2026-11-23', '2026-11-26', 'de')).toBe('23.–26. November 2026')
  expect(formatDays('2026-12-30', '2027-01-02', 'de')).toBe('30. Dezember 2026\u2009–\u20092. Januar 2027')
  expect(formatDays('2026-11-01', '2026-11-08', 'it')).toMatch(/^1\s?–\s?8 /)
  expect(formatDays('2026-11-23', '2026-11-23', 'de')).toBe('23. November 2026')
})
