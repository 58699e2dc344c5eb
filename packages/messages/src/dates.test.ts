import { expect, test } from 'vitest'
import { formatDate, formatDateRange } from './dates.ts'

test('the first of a month is an ordinal in French, and a range has no zeros in Italian', () => {
  const written = (lang: string) => {
    const format = new Intl.DateTimeFormat(lang, { dateStyle: 'long', timeZone: 'UTC' })
    const [first, eighth] = [Date.UTC(2026, 10, 1), Date.UTC(2026, 10, 8)]
    const range = formatDateRange(format, first, eighth).replace(/\s–\s/, '–')
    return [formatDate(format, first), formatDate(format, eighth), range]
  }
  expect(written('fr')).toEqual(['1er novembre 2026', '8 novembre 2026', '1er–8 novembre 2026'])
  expect(written('it')).toEqual(['1 novembre 2026', '8 novembre 2026', '1–8 novembre 2026'])
  expect(written('de')).toEqual(['1. November 2026', '8. November 2026', '1.–8. November 2026'])
})
