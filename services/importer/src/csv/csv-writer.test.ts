import { Readable } from 'node:stream'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cellText } from './cell-text.ts'
import { csvWriter } from './csv-writer.ts'
import { type CsvDialect, openCsv } from './read-csv.ts'

const written = (cell: string, dialect: CsvDialect = { encoding: 'utf-8', delimiter: ';', quote: '"' }): Buffer => {
  const csv = csvWriter(dialect)
  return Buffer.concat([csv.header(['Booking', 'Note']), csv.rows([['1', cell]])])
}

const readBack = async (bytes: Buffer, { delimiter }: CsvDialect): Promise<string> => {
  const { rows } = await openCsv(async () => Readable.from([bytes]), { delimiter })
  const [row] = await Array.fromAsync(rows)
  return row?.cells[1] ?? ''
}

it.each([
  '=1+1',
  '+1+1',
  '-1+1',
  '@SUM(1)',
  '＝1+1',
  '＋1+1',
  '－1+1',
  '＠SUM(1)',
  '\n=1+1',
  '\r=1+1',
  '\t1',
  '\n1',
  '  =1+1',
  '\u00a0=1+1',
  '\u200b=1+1',
  '\ufeff=1+1',
  '\u0001=1+1',
  '\u3000＝1+1',
])('a spreadsheet takes %j for text', (cell) => {
  expect(written(cell).toString()).toContain(`'${cell}`)
})

it.each(['-5', '+41', '-1.234', "'t Hof", 'GB-1', 'a=b'])('%j is written unchanged', (cell) => {
  expect(written(cell).toString()).toContain(`1;${cell}\r\n`)
})

it('any cell has the same value when it is imported again', async () => {
  const start = fc.constantFrom(
    '',
    "'",
    '=',
    '+',
    '-',
    '@',
    '＝',
    '＠',
    '\t',
    '\n',
    '\r',
    ' ',
    '\u200b',
    '\u0001',
    '="',
    '7',
  )
  const cell = fc
    .tuple(fc.array(start, { maxLength: 4 }), fc.string({ unit: 'grapheme', maxLength: 6 }))
    .map(([starts, rest]) => starts.join('') + rest)
    // NUL is refused.
    .filter((text) => !text.includes('\0'))
  const dialect = fc.record({
    encoding: fc.constantFrom('utf-8' as const, 'utf-16le' as const, 'utf-16be' as const),
    delimiter: fc.constantFrom(';' as const, ',' as const, '\t' as const, '|' as const),
    quote: fc.constantFrom('"', "'", null),
  })
  await fc.assert(
    fc.asyncProperty(cell, dialect, async (text, format) => {
      expect(cellText(await readBack(written(text, format), format))).toBe(cellText(text))
    }),
  )
})
