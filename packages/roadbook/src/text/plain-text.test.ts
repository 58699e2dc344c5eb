import fc from 'fast-check'
import { expect, test } from 'vitest'
import { breaksIn, plainText, truncated, widthInLetters, withBreaks, withoutBreaks } from './plain-text.ts'

test('text is reduced to one line, without control characters, bidirectional marks and broken characters', () => {
  expect(plainText('  a\u0000b\r\n\tc\u202Ed\uD800e\uFFFF\u2028 f ')).toBe('ab cd\uFFFDe f')
})

test('no-break spaces, joiners and variation selectors are kept', () => {
  expect(plainText('10\u00A0km 👨\u200D👩\u200D👧 ☀\uFE0F')).toBe('10\u00A0km 👨\u200D👩\u200D👧 ☀\uFE0F')
})

test('a text that is too long is cut between graphemes', () => {
  // The family is five code points.
  const family = '👨\u200D👩\u200D👧'
  const cut = (longest: number) => truncated(`ab${family}cd`, longest)
  expect([cut(9), cut(8), cut(7)]).toEqual([`ab${family}cd`, `ab${family}…`, 'ab…'])
})

test('a text can be cut by its width, of which wide letters have twice as much', () => {
  const cut = (longest: number) => truncated('京都 trail', longest, widthInLetters)
  expect([cut(10), cut(9), cut(4)]).toEqual(['京都 trail', '京都 tra…', '京…'])
})

test('a narrow column has break opportunities in shorter runs', () => {
  const inColumn = breaksIn(14)
  const partsOf = (address: string) => inColumn(withBreaks(address)).split('\u200B')
  expect(partsOf('reception@mountain.example')).toEqual(['reception@', 'mountain.', 'example'])
  expect(partsOf('administration@mountain.example')).toEqual(['administration', '@', 'mountain.', 'example'])
})

test('a word gets no break opportunities, since it would break without a hyphen', () => {
  const word = 'Donaudampfschifffahrtsgesellschaftskapitän,'
  expect(withBreaks(word)).toBe(word)
  expect(withBreaks('x'.repeat(70))).toContain('\u200B')
})

test('only long runs get break opportunities, and nothing else changes', () => {
  expect(withBreaks('Donaudampfschifffahrt am Abend')).toBe('Donaudampfschifffahrt am Abend')
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
      const plain = plainText(text)
      expect(withoutBreaks(withBreaks(plain))).toBe(plain)
    }),
  )
})
