import { expect, it } from 'vitest'
import { readWholeNumber } from './numbers.ts'

it.each([
  ['20270001', 20270001],
  ["'20270001", 20270001],
  ['="00123"', 123],
  ['0042', 42],
  ['+42', 42],
  ['0', 0],
  ['12345.0', 12345],
  ['12,00', 12],
  ['12.0000', 12],
  ['1.234', 1234],
  ['1,234', 1234],
  ['1.234.567', 1234567],
  ['1,234,000', 1234000],
  ['1.234,00', 1234],
  ['1,234.00', 1234],
  ['1,234.0', 1234],
  ["12'345", 12345],
  ["2'000", 2000],
  ['12 345', 12345],
  ['12\u00a0345', 12345],
  ['12\u202f345', 12345],
  ['２０２７', 2027],
  ['42\u200b', 42],
  ['\u200e42', 42],
  [' 7 ', 7],
])('%j is %d', (cell, value) => {
  expect(readWholeNumber(cell)).toEqual({ value })
})

it.each([
  ['1.23E+05', 'scientific'],
  ['2,0E10', 'scientific'],
  ['1e5', 'scientific'],
  ['2.000', 'ambiguous'],
  ['12,000', 'ambiguous'],
  ['12.5', 'not-a-number'],
  ['1.234.00', 'not-a-number'],
  ['1,23,456', 'not-a-number'],
  ['1.234,567', 'not-a-number'],
  ['-5', 'not-a-number'],
  ['', 'not-a-number'],
  ['AB12', 'not-a-number'],
  ['2 Pers.', 'not-a-number'],
  ['½', 'not-a-number'],
  ['0x10', 'not-a-number'],
  ['٢٠٢٧', 'not-a-number'],
  ['99999999999999999999', 'too-large'],
])('%j is refused as %s', (cell, fault) => {
  expect(readWholeNumber(cell)).toEqual({ fault })
})
