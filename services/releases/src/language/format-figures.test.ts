import { expect, it } from 'vitest'
import { figuresIn } from './format-figures.ts'

const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ')

it('figures are written as the language has them', () => {
  expect(plain(figuresIn('de').kilometres(12_345))).toBe('12,3 km')
  expect(plain(figuresIn('en').kilometres(12_345))).toBe('12.3 km')
  expect(plain(figuresIn('en').kilometres(123_456))).toBe('123.5 km')
  expect(plain(figuresIn('de').metres(1_460.4))).toBe('1.460 m')
  expect(plain(figuresIn('de').metres(-0.3))).toBe('0 m')
  expect(plain(figuresIn('fr').size(3_240_000))).toBe('3,2 Mo')
  expect(plain(figuresIn('en').size(12_001))).toBe('13 kB')
})

it('a time is hours and minutes', () => {
  expect(figuresIn('en').duration(59 * 60)).toBe('59 min')
  expect(figuresIn('en').duration(3 * 3600)).toBe('3 h')
  expect(figuresIn('en').duration(3 * 3600 + 7 * 60)).toBe('3 h 7 min')
  expect(figuresIn('en').duration(4 * 3600 - 20)).toBe('4 h')
})
