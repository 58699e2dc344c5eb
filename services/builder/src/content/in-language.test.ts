import { expect, test } from 'vitest'
import { chooseLanguage } from './languages.ts'

const owner = (name: string) => ({ name, externalId: name, pointer: null })

test("a text is picked in the requested language, else in the account's, else in English, else in any", () => {
  const { pick } = chooseLanguage('fr', 'de')
  expect(pick({ fr: 'un', de: 'eins', en: 'one' }, owner('x'))).toBe('un')
  expect(pick({ fr: '', de: 'eins', en: 'one' }, owner('x'))).toBe('eins')
  expect(pick({ en: 'one', sl: 'ena' }, owner('x'))).toBe('one')
  expect(pick({ sl: 'ena', it: 'uno' }, owner('x'))).toBe('uno')
  expect(pick({ sl: '' }, owner('x'))).toBe('')
  expect(pick({}, owner('x'))).toBe('')
})

test('a text of spaces is none', () => {
  const { pick, substituted } = chooseLanguage('en', 'de')
  expect(pick({ de: 'Hütte', en: ' ' }, owner('P-1'))).toBe('Hütte')
  expect(pick({ fr: ' ', it: '\n' }, owner('P-2'))).toBe('')
  expect(substituted()).toEqual([owner('P-1')])
})

test('only owners of texts in another language are substituted', () => {
  const { pick, substituted } = chooseLanguage('fr', 'de')
  pick({ fr: 'un' }, owner('R-1'))
  pick({ de: '' }, owner('R-2'))
  pick({ de: 'drei' }, owner('R-3'))
  pick({ de: 'vier' }, owner('R-3'))
  expect(substituted()).toEqual([owner('R-3')])
})
