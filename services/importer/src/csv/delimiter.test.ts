import { expect, it } from 'vitest'
import { cellCounts, detectDelimiter } from './delimiter.ts'

it.each([
  ['a;b;c\n1,5;2;3', ';'],
  ['a,b,c\n', ','],
  ['a\tb\tc', '\t'],
  ['a|b|c', '|'],
  ['"a;b;c;d",e,f\n', ','],
  ['a, b;c\n1;2\n3;4\n', ';'],
  ['a;b\n"1\n,,,";2\n', ';'],
  ['a,b\n1;2,3\n4;5,6\n', ','],
  ['one column', ';'],
  ['', ';'],
])('%j is separated by %j', (text, delimiter) => {
  expect(detectDelimiter(text)).toEqual({ delimiter, skip: 0 })
})

it.each([
  ['sep=|\r\na|b', '|', 7],
  ['SEP=;\na;b', ';', 6],
  ['"sep=,"\ra,b', ',', 8],
  ['sep=\t\na\tb', '\t', 6],
  ['sep=\\t\na\tb', '\t', 7],
  ['\r\nsep=;\r\na;b', ';', 9],
  ['sep=;;;;\r\na;b', ';', 10],
])('%j declares %j', (text, delimiter, skip) => {
  expect(detectDelimiter(text, ',')).toEqual({ delimiter, skip })
})

it('a declaration of an unsupported character is refused', () => {
  expect(() => detectDelimiter('sep=^\na^b')).toThrow('declares “^” as its delimiter')
})

it('a configured delimiter takes precedence over the detected one', () => {
  expect(detectDelimiter('a;b;c', ',').delimiter).toBe(',')
})

it.each([
  ['a;b\n1\n\n;;\n', [2, 1, 3]],
  ['"a;b";c\r\n"x""y;";2', [2, 2]],
  ['5" disk;b\n1;2', [2, 2]],
  [' "a;b";c', [2]],
  ['', []],
])('%j has %j cells', (text, counts) => {
  expect(cellCounts(text, ';')).toEqual(counts)
})
