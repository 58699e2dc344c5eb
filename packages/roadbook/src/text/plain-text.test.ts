import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainText, withBreaks, withoutBreaks } from './plain-text.ts'

test('text is reduced to one line, without control characters, bidirectional marks and broken characters', () => {
  expect(plainText('  a\u0000b\r\n\tc\u202Ed\uD800e\uFFFF\u2028 f ')).toBe('ab cd\uFFFDe f')
})

test('no-break spaces, joiners and variation selectors are kept', () => {
  expect(plainText('10\u00A0km 👨\u200D👩\u200D👧 ☀\uFE0F')).toBe('10\u00A0km 👨\u200D👩\u200D👧 ☀\uFE0F')
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
