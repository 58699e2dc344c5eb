import { expect, it } from 'vitest'
import { acceptedLanguages } from './accepted-languages.ts'
import { acceptedValues } from './accepted-values.ts'

it('the languages of a browser come in the order of their weights', () => {
  expect(acceptedLanguages('en;q=0.3, fr-CH, de;q=0.9, *;q=0.1')).toEqual(['fr', 'de', 'en'])
})

it('a language of weight 0 and malformed ranges are left out', () => {
  expect(acceptedLanguages('de;q=0, , x, ;q=1, 12')).toEqual([])
  expect(acceptedLanguages(undefined)).toEqual([])
})

it('other headers are read alike: by weight, and by order where the weights are equal', () => {
  expect(acceptedValues('text/html;q=0.5, Application/JSON, */*;Q=0.8, text/plain;q=0')).toEqual([
    'application/json',
    '*/*',
    'text/html',
  ])
})
