import { expect, it } from 'vitest'
import { titleIn } from './check-request.ts'

it('a title is in the language, else in that of the account, else in English, else in the first that has more than spaces', () => {
  const titles = { sl: 'K jezeru', it: 'Al lago', en: 'To the lake', de: 'Zum See' }
  expect(titleIn(titles, 'it', 'de')).toBe('Al lago')
  expect(titleIn(titles, 'fr', 'de')).toBe('Zum See')
  expect(titleIn(titles, 'fr', 'es')).toBe('To the lake')
  expect(titleIn({ ...titles, en: '  ', de: '' }, 'fr', 'es')).toBe('Al lago')
  expect(titleIn({ de: ' ' }, 'de', 'en')).toBe('')
})

// cspell:ignore jezeru lago
