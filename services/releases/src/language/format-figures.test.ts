import { expect, it } from 'vitest'
import { figuresIn } from './format-figures.ts'

it('figures are written as the language has them, without a line break before the unit', () => {
  expect(figuresIn('de').kilometres(12_345)).toBe('12,3\u00A0km')
  expect(figuresIn('en').kilometres(12_345)).toBe('12.3\u00A0km')
  expect(figuresIn('en').kilometres(123_456)).toBe('123.5\u00A0km')
  expect(figuresIn('de').metres(1_460.4)).toBe('1.460\u00A0m')
  expect(figuresIn('de').metres(-0.3)).toBe('0\u00A0m')
  expect(figuresIn('fr').size(3_240_000)).toMatch(/^3,2[\u00A0\u202F]Mo$/)
  expect(figuresIn('en').size(12_001)).toBe('13\u00A0kB')
})

it('a time is hours and minutes', () => {
  expect(figuresIn('en').duration(59 * 60)).toBe('59\u00A0min')
  expect(figuresIn('en').duration(3 * 3600)).toBe('3\u00A0h')
  expect(figuresIn('en').duration(3 * 3600 + 7 * 60)).toBe('3\u00A0h 7\u00A0min')
  expect(figuresIn('en').duration(4 * 3600 - 20)).toBe('4\u00A0h')
})
