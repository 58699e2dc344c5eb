import { expect, test } from 'vitest'
import { chooseLanguage } from './in-language.ts'

test("a text is taken in the language asked for, else in the account's, else in English, else in any", () => {
  const { pick } = chooseLanguage('fr', 'de')
  expect(pick({ fr: 'un', de: 'eins', en: 'one' }, 'x')).toBe('un')
  expect(pick({ fr: '', de: 'eins', en: 'one' }, 'x')).toBe('eins')
  expect(pick({ en: 'one', sl: 'ena' }, 'x')).toBe('one')
  expect(pick({ sl: 'ena', it: 'uno' }, 'x')).toBe('uno')
  expect(pick({ sl: '' }, 'x')).toBe('')
  expect(pick({}, 'x')).toBe('')
})

test('only what is shown in another language is named', () => {
  const { pick, substituted } = chooseLanguage('fr', 'de')
  pick({ fr: 'un' }, 'R-1')
  pick({ de: '' }, 'R-2')
  pick({ de: 'drei' }, 'R-3')
  expect([...substituted]).toEqual(['R-3'])
})
