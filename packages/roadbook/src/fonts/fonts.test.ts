import { expect, test } from 'vitest'
import { drawableText } from './drawable-text.ts'
import { loadFonts } from './load-fonts.ts'

const { covers } = loadFonts()
const all = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, index) => from + index)
const assigned = (code: number): boolean => !/\p{Cn}|\p{Cc}/u.test(String.fromCodePoint(code))

test('every letter of the Latin, Greek and Cyrillic scripts can be drawn', () => {
  const blocks = [all(0x20, 0x24f), all(0x1e00, 0x1eff), all(0x370, 0x3ff), all(0x1f00, 0x1fff), all(0x400, 0x52f)]
  const missing = blocks.flat().filter((code) => assigned(code) && !covers(code))
  expect(missing.map((code) => code.toString(16))).toEqual([])
})

test('punctuation, money, arrows, and common signs and other scripts can be drawn', () => {
  for (const sign of '–—‘’“”„«»…‰€₴₽→↗↔✓☎★☀☕⛰🏔🚌🏨한국어日本語京都简体們ไทยहिन्दीשלוםمرحباქართული') {
    expect(covers(sign.codePointAt(0) as number), sign).toBe(true)
  }
})

test('characters without a glyph are replaced and collected; format characters are kept', () => {
  const text = drawableText(covers)
  expect(text.of('Zürich \u{13000} a\u200Db ☀\uFE0F \u{13000}\u{10FFFD}')).toBe('Zürich \uFFFD a\u200Db ☀\uFE0F \uFFFD\uFFFD')
  expect([...text.missing]).toEqual(['\u{13000}', '\u{10FFFD}'])
})
