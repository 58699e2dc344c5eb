import { expect, it, vi } from 'vitest'
import { type CsvRecord, CsvSyntaxError, maxRecords, RecordParser } from './record-parser.ts'

const format = { delimiter: ';', quote: '"', hasBackslashQuotes: false, hasBlankTails: true }

const parse = async (text: string, size = text.length, changes: Partial<typeof format> = {}) => {
  const parser = new RecordParser({ ...format, ...changes })
  const records: [number, ...string[]][] = []
  const take = async (parsed: AsyncIterable<CsvRecord>) => {
    for await (const { number, cells } of parsed) records.push([number, ...cells])
  }
  for (let at = 0; at < text.length; at += size) await take(parser.write(text.slice(at, at + size)))
  await take(parser.end())
  return records
}

it.each([
  [
    'cells and records',
    'a;b\nc;d',
    [
      [1, 'a', 'b'],
      [2, 'c', 'd'],
    ],
  ],
  [
    'every line end',
    'a\nb\rc\r\nd\u0085e',
    [
      [1, 'a'],
      [2, 'b'],
      [3, 'c'],
      [4, 'd'],
      [5, 'e'],
    ],
  ],
  ['blank records, which count', '\n \n;\n""\r"" ;\r\na', [[6, 'a']]],
  ['quotes', '"a;b";"c\nd";"e""f";""', [[1, 'a;b', 'c\nd', 'e"f', '']]],
  [
    'blanks around quotes',
    ' "a" ; "b"  \n c ',
    [
      [1, 'a', 'b'],
      [2, 'c '],
    ],
  ],
  ['a quote in a cell', 'a"b;5" x 7"', [[1, 'a"b', '5" x 7"']]],
  ['text behind a quoted cell', '"a"b; "c" "d";"e" ', [[1, '"a"b', '"c" "d"', 'e']]],
] as const)('it reads %s, however the text is cut', async (_, text, expected) => {
  for (let size = 1; size <= text.length; size++) expect(await parse(text, size)).toEqual(expected)
})

it('backslash escapes are read if the file has them', async () => {
  const text = String.raw`"a\"b";"c\\";"d\e";f\"`
  for (let size = 1; size <= text.length; size++) {
    expect(await parse(text, size, { hasBackslashQuotes: true })).toEqual([[1, 'a"b', 'c\\', 'd\\e', 'f\\"']])
  }
})

it.each([
  ['open-quote', 'a;"b'],
  ['long-record', `a;${'b'.repeat(64 * 1024)}`],
  ['long-record', `"${'b\n'.repeat(64 * 1024)}`],
  ['long-record', ' '.repeat(64 * 1024 + 1)],
  ['long-record', ';'.repeat(1024 * 1024)],
  ['wide-record', ';'.repeat(16_384)],
  ['too-many-records', '\n'.repeat(maxRecords + 1)],
  // Doubled quotes are counted like quotes in the wrong place, and are parsed much faster.
  ['broken-quotes', `${'b'.repeat(60_000)}\n${'"""a";"""a"\n'.repeat(20_000)}`],
])('it ends with %s at a text that no list has', async (fault, text) => {
  await expect(parse(text, 64 * 1024)).rejects.toMatchObject({ name: CsvSyntaxError.name, fault })
})

it('a record of the maximum size is read', async () => {
  const cell = 'b'.repeat(64 * 1024 - 3)
  expect(await parse(`a;${cell}\na`)).toEqual([
    [1, 'a', cell],
    [2, 'a'],
  ])
})

it('records before a syntax error are returned', async () => {
  const parser = new RecordParser(format)
  const records = parser.write(`a\nb\n${';'.repeat(20_000)}\nb;c;d`)
  expect((await records.next()).value).toEqual({ number: 1, cells: ['a'] })
  expect((await records.next()).value).toEqual({ number: 2, cells: ['b'] })
  await expect(records.next()).rejects.toThrow(CsvSyntaxError)
})

it('records of different lengths create no error objects', async () => {
  const captured = vi.spyOn(Error, 'captureStackTrace')
  try {
    expect(await parse('a;b\nc\n\nd;e;f\n')).toHaveLength(3)
    expect(captured).not.toHaveBeenCalled()
  } finally {
    captured.mockRestore()
  }
})
