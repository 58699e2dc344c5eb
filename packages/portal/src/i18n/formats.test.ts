import { loadPortalTexts } from '@guidebook/messages/portal'
import { expect, test } from 'vitest'
import { addDays, dayIn, formatsFor, regionalVariant, tripDays, zoneOrUtc } from './formats.ts'

test('days are the same in every time zone, instants are in the account’s', () => {
  const formats = formatsFor('de', 'Pacific/Auckland')
  expect(formats.day('2026-07-01')).toBe('01.07.2026')
  expect(formats.instant('2026-06-30T12:30:00Z')).toBe('01.07.2026, 00:30')
  expect(formatsFor('fr', undefined).day('2026-07-01')).toMatch(/^1er /)
  expect(['2026-13-01', '2026-02-30', 'a'].map(formats.day)).toEqual(['2026-13-01', '2026-02-30', 'a'])
  expect(formatsFor('de', 'Europe/Vienna', true).instant('2026-06-30T12:30:00Z')).toBe('30.06.2026, 14:30 MESZ')
  expect(formats.ago('2026-06-30T12:00:00Z', Date.parse('2026-06-30T14:00:00Z'))).toBe('vor 2 Stunden')
})

test('dates are written as in the country of the browser, if it is one of the language', () => {
  const dayFor = (...preferred: string[]) => formatsFor(regionalVariant('en', preferred), undefined).day('2026-07-01')
  expect(dayFor('de-CH', 'en-GB', 'en')).toBe('1 Jul 2026')
  expect(dayFor('en-US', 'en')).toBe('Jul 1, 2026')
  expect(regionalVariant('de', ['fr-CH'])).toBe('de')
})

test('a trip with one day has the name of the day', async () => {
  const english = await loadPortalTexts('en')
  const shown = (arrival: string | null, departure: string | null, texts = english) =>
    tripDays(arrival, departure, texts, formatsFor('de', undefined))
  expect(shown('2026-07-01', '2026-07-03')).toBe('01.–03.07.2026')
  expect(shown('2026-07-01', null)).toBe('Arrival: 01.07.2026')
  expect(shown(null, '2026-07-03')).toBe('Departure: 03.07.2026')
  expect(shown(null, null)).toBeNull()
  expect(shown('2026-07-01', '12026-07-03')).toBe('2026-07-01 – 12026-07-03')
  expect(shown('2026-07-01', null, await loadPortalTexts('fr'))).toBe('Arrivée\u00a0: 01.07.2026')
})

test('today is a day of the account', () => {
  const at = new Date('2026-06-30T12:30:00Z')
  expect([dayIn('Pacific/Auckland', at), dayIn('America/Denver', at)]).toEqual(['2026-07-01', '2026-06-30'])
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
})

test('UTC replaces a time zone that the browser does not know', () => {
  expect(['Europe/Vienna', 'Mars/Olympus'].map(zoneOrUtc)).toEqual(['Europe/Vienna', 'UTC'])
})

test('a code that is no language is shown as it is', () => {
  const { language } = formatsFor('en', undefined)
  expect([language('de'), language('x!')]).toEqual(['German', 'x!'])
})

// cspell:ignore Arrivée MESZ
