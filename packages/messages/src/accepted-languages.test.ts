import { expect, it } from 'vitest'
import { acceptedLanguages } from './accepted-languages.ts'

it('the languages of a browser come in the order of their weights', () => {
  expect(acceptedLanguages('en;q=0.3, fr-CH, de;q=0.9, *;q=0.1')).toEqual(['fr', 'de', 'en'])
})

it('a language of weight 0 and malformed ranges are left out', () => {
  expect(acceptedLanguages('de;q=0, , x, ;q=1, 12')).toEqual([])
  expect(acceptedLanguages(undefined)).toEqual([])
})
