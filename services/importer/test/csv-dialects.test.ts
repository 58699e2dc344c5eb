import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CsvFormat, openCsv } from '../src/csv/read-csv.ts'
import { UnreadableCsvError } from '../src/csv/unreadable.ts'
import { csvDialects } from './csv-dialects.ts'
import { inPieces, pieceSizesFor } from './in-pieces.ts'

const read = async (bytes: Buffer, size: number, format?: CsvFormat) => {
  const streams: Readable[] = []
  const open = async () => {
    const stream = inPieces(bytes, size)
    streams.push(stream)
    return stream
  }
  try {
    const { dialect, header, rows } = await openCsv(open, format)
    const all = await Array.fromAsync(rows)
    return {
      ...dialect,
      header,
      rows: Object.fromEntries(
        all
          .filter(({ fault }) => fault === undefined)
          .map(({ row, cells }) => [row, header.map((_, column) => cells[column] ?? '')]),
      ),
      faulty: all.filter(({ fault }) => fault !== undefined).map(({ row }) => row),
    }
  } catch (error) {
    if (error instanceof UnreadableCsvError) return { refused: error.message }
    throw error
  } finally {
    expect(streams.map(({ destroyed }) => destroyed)).toEqual(streams.map(() => true))
  }
}

it('there are at least a hundred dialects with distinct names', () => {
  expect(csvDialects.length).toBeGreaterThanOrEqual(100)
  expect(new Set(csvDialects.map(({ name }) => name)).size).toBe(csvDialects.length)
})

it.each(csvDialects)('$name', async ({ bytes, format, expected }) => {
  for (const size of pieceSizesFor(bytes)) {
    const found = await read(bytes, size, format)
    if ('refused' in expected) {
      expect(found).toEqual({ refused: expect.stringContaining(expected.refused) })
      continue
    }
    if ('refused' in found) throw new Error(`refused: ${found.refused}`)
    const { rows, ...rest } = found
    const { rows: wanted, ...wantedRest } = { encoding: 'utf-8', delimiter: ';', quote: null, faulty: [], ...expected }
    expect(rest).toEqual(wantedRest)
    // Of files with thousands of rows those are told that matter.
    if (Object.keys(rows).length > 1000) expect(rows).toMatchObject(wanted)
    else expect(rows).toEqual(wanted)
  }
})

describe('any table is read cell by cell', () => {
  const delimiters = [';', ',', '\t', '|'] as const
  const encoders = {
    'utf-8': (text: string) => Buffer.from(text),
    'utf-8 with its mark': (text: string) => Buffer.from(`\ufeff${text}`),
    'utf-16le': (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le'),
    'utf-16be': (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
  }
  const cell = fc.oneof(
    fc.string({ maxLength: 8 }),
    fc.string({ unit: 'grapheme', maxLength: 8 }),
    fc.string({ unit: fc.constantFrom('"', ';', ',', '\t', '|', '\n', '\r', ' ', 'a', 'ü', "'"), maxLength: 8 }),
  )
  const table = fc
    .integer({ min: 2, max: 6 })
    .chain((columns) => fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), { maxLength: 8 }))
  const dialect = fc.record({
    delimiter: fc.constantFrom(...delimiters),
    lineEnd: fc.constantFrom('\n', '\r\n', '\r', '\u0085'),
    encoding: fc.constantFrom(...(Object.keys(encoders) as (keyof typeof encoders)[])),
    quoteAll: fc.boolean(),
    lastLineEnd: fc.boolean(),
    declared: fc.boolean(),
    size: fc.integer({ min: 1, max: 40 }),
  })

  it('in every dialect', async () => {
    await fc.assert(
      fc.asyncProperty(
        table,
        dialect,
        async (rows, { delimiter, lineEnd, encoding, quoteAll, lastLineEnd, declared, size }) => {
          const cells = rows.map((row) =>
            row.map((text) => text.replaceAll('\0', '').replaceAll('\ufeff', '').toWellFormed()),
          )
          const header = Array.from({ length: cells[0]?.length ?? 2 }, (_, index) => `Column ${index}`)
          const needsQuotes = (text: string) =>
            quoteAll || /["\r\n\u0085]|^\s|\s$/.test(text) || text.includes(delimiter)
          const line = (row: string[]) =>
            row.map((text) => (needsQuotes(text) ? `"${text.replaceAll('"', '""')}"` : text)).join(delimiter)
          const lines = [...(declared ? [`sep=${delimiter}`] : []), ...[header, ...cells].map(line)]
          const text = lines.join(lineEnd) + (lastLineEnd ? lineEnd : '')
          // What two loose ways of quoting give away counts for a whole file, though it may be data here.
          fc.pre(!/\\"|" +([;,\t|\r\n]|$)/.test(text))
          const found = await read(encoders[encoding](text), size)
          const wanted = cells.flatMap((row, index) =>
            row.every((one) => one.trim() === '') ? [] : [[index + 1, row] as const],
          )
          expect(found).toMatchObject({ delimiter, header, faulty: [] })
          expect('rows' in found && found.rows).toEqual(Object.fromEntries(wanted))
        },
      ),
      { numRuns: 300 },
    )
  })
})

const samples = process.env.SAMPLES_DIR ?? fileURLToPath(new URL('../../../../shared/samples', import.meta.url))
const missing = existsSync(samples) ? '' : ` (no ${samples}: set SAMPLES_DIR to read them)`

describe.skipIf(missing !== '')(`files that others wrote${missing}`, () => {
  it.each([
    [
      'blank-rows.csv',
      {
        delimiter: ',',
        header: ['id', 'name', 'age'],
        rows: { 1: ['1101', 'John', '30'], 2: ['1102', 'Julie', '26'] },
      },
    ],
    ['bom.csv', { encoding: 'utf-8', header: ['id', 'name'], rows: { 1: ['1', 'english'], 2: ['2', '中国人'] } }],
    ['delimiter.csv', { delimiter: ';', header: ['id', 'name'], rows: { 1: ['1', 'english'], 2: ['2', '中国人'] } }],
    [
      'escaping.csv',
      {
        delimiter: ',',
        header: ['ID', 'Test'],
        rows: { 1: ['1', 'Test line 1'], 2: ['2', 'Test " line 2'], 3: ['3', 'Test " line 3'] },
      },
    ],
    ['latin1.csv', { encoding: 'windows-1252', header: ['id', 'name'], rows: { 1: ['1', 'english'], 2: ['2', '©'] } }],
    ['leading-zeros.csv', { header: ['value'], rows: { 1: ['01'], 2: ['002'], 3: ['00003'] } }],
  ])('%s', async (file, expected) => {
    const bytes = readFileSync(join(samples, 'csv', file))
    for (const size of pieceSizesFor(bytes)) expect(await read(bytes, size)).toMatchObject(expected)
  })

  it('every naughty string is read from a cell', async () => {
    const strings = (JSON.parse(readFileSync(join(samples, 'csv/blns.json'), 'utf8')) as string[]).filter(
      (text) => text.trim() !== '' && !text.includes('\0'),
    )
    const text = `n;text\r\n${strings.map((one, index) => `${index};"${one.replaceAll('"', '""')}"`).join('\r\n')}`
    const found = await read(Buffer.from(text), 7, { delimiter: ';' })
    expect('rows' in found && Object.values(found.rows).map((cells) => cells[1])).toEqual(strings)
  })
})
