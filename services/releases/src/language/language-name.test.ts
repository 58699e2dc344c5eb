import { expect, it } from 'vitest'
import { languageName, ownName } from './language-name.ts'

it('a language is called by its own name, which begins with a capital letter', () => {
  expect(['de', 'en', 'fr', 'it', 'es', 'nl', 'pl', 'el'].map(ownName)).toEqual([
    ...['Deutsch', 'English', 'Français', 'Italiano', 'Español', 'Nederlands', 'Polski', 'Ελληνικά'],
  ])
})

it('within a sentence a language has the name that the sentence’s language gives it', () => {
  expect(languageName('de', 'en')).toBe('German')
  expect(languageName('de', 'fr')).toBe('allemand')
  expect(languageName('en', 'de')).toBe('Englisch')
})

it('a language that nobody has heard of is called by its code', () => {
  expect(ownName('xx')).toBe('xx')
  expect(languageName('xx', 'de')).toBe('xx')
})
