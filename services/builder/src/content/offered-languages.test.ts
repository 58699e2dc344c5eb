import { expect, test } from 'vitest'
import type { BookContent, BookText, Texts } from './book-content.ts'
import { offeredLanguages } from './languages.ts'

const page = (names: Texts, descriptions: Texts = {}): BookText => ({
  id: null,
  externalId: 'T-1',
  pointer: null,
  image: null,
  names,
  descriptions,
})

const aTrip = (titles: Texts, ...texts: BookText[]): BookContent => ({
  titles,
  descriptions: {},
  cover: null,
  coverPointer: null,
  stages: [],
  stays: [],
  general: { routes: [], pois: [], texts },
})

test('a language is offered when half of the texts exist in it, and the release’s own is never offered', () => {
  const trip = aTrip({ de: 'Pässe', en: 'Passes' }, page({ de: 'Not', fr: 'Urgence' }, { de: '<p>112</p>', en: '' }))
  expect(offeredLanguages(trip, 'de')).toEqual([])
  const half = aTrip({ de: 'Pässe', en: 'Passes' }, page({ de: 'Not', fr: 'Urgence' }))
  expect(offeredLanguages(half, 'de')).toEqual(['en', 'fr'])
  expect(offeredLanguages(half, 'en')).toEqual(['de', 'fr'])
  expect(offeredLanguages(half, 'it')).toEqual(['de', 'en', 'fr'])
})

test('a trip without texts, or in one language, offers no other language', () => {
  expect(offeredLanguages(aTrip({}), 'de')).toEqual([])
  expect(offeredLanguages(aTrip({ de: '' }, page({ en: ' \n' })), 'fr')).toEqual([])
  expect(offeredLanguages(aTrip({ de: 'Pässe' }, page({ de: 'Not' })), 'de')).toEqual([])
})

test('a place without texts does not count', () => {
  const trip = aTrip({ de: 'Pässe', en: 'Passes' }, page({}), page({ en: '' }), page({ de: ' ' }))
  expect(offeredLanguages(trip, 'de')).toEqual(['en'])
})

test('once a trip is translated, the language of the account is offered', () => {
  const written = aTrip({ de: 'Pässe' }, page({ de: 'Not' }, { de: '<p>Hilfe</p>' }))
  expect(offeredLanguages(written, 'fr')).toEqual(['de'])
  const translated = aTrip(
    { de: 'Pässe', fr: 'Cols' },
    page({ de: 'Not', fr: 'Urgence' }, { de: '<p>Hilfe</p>', fr: '<p>Secours</p>' }),
  )
  expect(offeredLanguages(translated, 'fr')).toEqual(['de'])
})

/** All combinations of three languages that a place may have texts in. */
const ways: Texts[] = [0, 1, 2, 3, 4, 5, 6, 7].map((bits) => ({
  ...(bits & 1 ? { de: 'x' } : {}),
  ...(bits & 2 ? { en: 'x' } : {}),
  ...(bits & 4 ? { fr: 'x' } : {}),
}))

test('for every trip of four texts in three languages, the languages of half of the texts are offered', () => {
  for (const one of ways)
    for (const two of ways)
      for (const three of ways)
        for (const four of ways) {
          const places = [one, two, three, four]
          const withText = places.filter((texts) => Object.keys(texts).length > 0).length
          const offered = offeredLanguages(aTrip(one, page(two, three), page(four)), 'de')
          for (const language of ['en', 'fr']) {
            const having = places.filter((texts) => language in texts).length
            expect(offered.includes(language), JSON.stringify(places)).toBe(having > 0 && having >= withText / 2)
          }
          expect(offered).not.toContain('de')
          expect(offered).toEqual([...offered].sort())
        }
})
