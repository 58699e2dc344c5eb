import { expect, it } from 'vitest'
import { cellText, isSpreadsheetError, plainText } from './cell-text.ts'

it.each([
  [' GB-1 ', 'GB-1'],
  ['\u00a0GB-1\u3000', 'GB-1'],
  ['GB\u00ad-\u200b1\ufeff', 'GB-1'],
  ['\u200fGB-1\u200e', 'GB-1'],
  ['\u2066GB-1\u2069', 'GB-1'],
  ['Alte\u00a0Post', 'Alte Post'],
  ['Alte\nPost', 'Alte Post'],
  ['GB\u0007-1', 'GB-1'],
  ['="00123"', '00123'],
  ['="say ""hi"""', 'say "hi"'],
  ["'00123", '00123'],
  ["'=1+1", '=1+1'],
  ["'t Hof", "'t Hof"],
  ['=1+1', '=1+1'],
  ['ＧＢ-１', 'ＧＢ-１'],
  ['Zürich', 'Zürich'],
])('%j is the text %j', (cell, text) => {
  expect(cellText(cell)).toBe(text)
})

it('a number or a date may consist of full-width characters', () => {
  expect(plainText('２０２７－０７－１０')).toBe('2027-07-10')
})

it.each(['#N/A', '#n/a', '#NV', '#REF!', '#BEZUG!', '#VALUE!', '#WERT!', '#DIV/0!', '#NAME?', '####', '#NUM!'])(
  '%s is a spreadsheet’s error',
  (text) => {
    expect(isSpreadsheetError(text)).toBe(true)
  },
)

it.each(['#', '#1', 'N/A', '# 12', '#GB-1', ''])('%j is no spreadsheet error', (text) => {
  expect(isSpreadsheetError(text)).toBe(false)
})
