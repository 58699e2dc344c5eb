import { describe, expect, test } from 'vitest'
import { chooseLanguage } from './catalogue.ts'
import { messagesOf } from './messages.ts'

describe('a message', () => {
  test('without arguments is a text', () => {
    expect(messagesOf('tripPage', 'de').today).toBe('Heute')
  })

  test('takes the form of its number', () => {
    const pages = (lang: string, n: number) => messagesOf('tripPage', lang).pages({ pages: n })
    expect([1, 12].map((n) => pages('en', n))).toEqual(['1 page', '12 pages'])
    expect([1, 12].map((n) => pages('nl', n))).toEqual(['1 pagina', '12 pagina’s'])
    expect(messagesOf('importReport', 'de').allGood({ n: 2_000 })).toBe(
      'Alle 2.000 Zeilen dieser Datei sind in Ordnung.',
    )
  })

  test.each(["l'{name}", "'{'", '{n, plural, other {#}}', '<b>&amp;</b>', "''", '{percent}', ''])(
    'has the value %j as it is',
    (name) => {
      expect(messagesOf('importReport', 'en').greeting({ name })).toBe(`Hello ${name},`)
      expect(messagesOf('importReport', 'es').greeting({ name })).toBe(`Hola, ${name}:`)
    },
  )

  test('has a number as it is where no form depends on it', () => {
    expect(messagesOf('buildMail', 'en').subject({ code: 4_711_000_000_000_001 })).toContain('4711000000000001')
    expect(messagesOf('roadbook', 'de').deviation({ metres: 1.5 })).toContain('1.5 m')
  })
})

test('languages without messages get English', () => {
  for (const lang of ['sv', 'xx', '', 'constructor', '__proto__'])
    expect(messagesOf('roadbook', lang)).toBe(messagesOf('roadbook', 'en'))
})

test('the first language that has messages is chosen, else English', () => {
  expect(chooseLanguage('pl', 'it', 'de')).toBe('it')
  expect(chooseLanguage('pl')).toBe('en')
  expect(chooseLanguage()).toBe('en')
})

test('the compiler refuses unknown messages and wrong values', () => {
  const texts = messagesOf('importReport', 'en')
  // @ts-expect-error: no message has this name.
  expect(texts.unknown).toBe(undefined)
  // @ts-expect-error: the name is missing.
  expect(() => texts.greeting({})).toThrow()
  // @ts-expect-error: a plural needs a number.
  expect(() => texts.allGood({ n: 'two' })).not.toThrow()
})
