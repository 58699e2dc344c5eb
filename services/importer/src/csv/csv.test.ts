import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { addDays, readDate } from './dates.ts'
import { detectDelimiter } from './delimiter.ts'
import { decodeText } from './encoding.ts'
import { readWholeNumber } from './numbers.ts'
import { openCsv, UnreadableCsv } from './read-csv.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const read = async (data: Uint8Array) => {
  const file = await openCsv(async () => Readable.from([data]))
  return { ...file, rows: await Array.fromAsync(file.rows) }
}

describe('the encoding is found out', () => {
  it.each([
    ['UTF-8 with its mark', new Uint8Array([0xef, 0xbb, 0xbf, ...bytes('Zürich')]), 'utf-8'],
    ['UTF-8', bytes('Zürich;Łódź'), 'utf-8'],
    ['UTF-16 with its mark', new Uint8Array([0xff, 0xfe, ...Buffer.from('Zürich', 'utf16le')]), 'utf-16le'],
    ['UTF-16 without a mark', Buffer.from('Zürich;Booking;Arrival', 'utf16le'), 'utf-16le'],
    ['big-endian UTF-16 without a mark', Buffer.from('Zürich;Booking;Arrival', 'utf16le').swap16(), 'utf-16be'],
    ['Windows-1252', new Uint8Array([0x5a, 0xfc, 0x72, 0x69, 0x63, 0x68]), 'windows-1252'],
  ])('%s', (_name, data, encoding) => {
    const decoded = decodeText(data)
    expect(decoded.encoding).toBe(encoding)
    expect(decoded.text).toMatch(/^Zürich/)
  })

  it('a configured encoding is used unless a mark says otherwise', () => {
    expect(decodeText(bytes('Zürich'), 'windows-1252').text).toBe('ZÃ¼rich')
    expect(decodeText(new Uint8Array([0xef, 0xbb, 0xbf, 0x41]), 'windows-1252').encoding).toBe('utf-8')
  })
})

describe('the delimiter is found out', () => {
  it.each([
    ['a;b;c\n1,5;2;3', ';'],
    ['a,b,c\n', ','],
    ['a\tb\tc', '\t'],
    ['a|b|c', '|'],
    ['"a;b;c;d",e,f\n', ','],
    ['one column', ';'],
  ])('%j', (text, delimiter) => {
    expect(detectDelimiter(text).delimiter).toBe(delimiter)
  })

  it('a spreadsheet’s own declaration wins and is not a header', async () => {
    expect(await read(bytes('sep=|\r\na|b\r\n1|2\r\n'))).toMatchObject({
      header: ['a', 'b'],
      rows: [{ row: 1, cells: ['1', '2'] }],
    })
  })
})

describe('rows', () => {
  it('are numbered below the header, empty ones counted and left out', async () => {
    const { header, rows } = await read(bytes('a;b\r\n1;2\r\n;\r\n\r\n5;6\r\n;;;\r\n'))
    expect(header).toEqual(['a', 'b'])
    expect(rows).toEqual([
      { row: 1, cells: ['1', '2'] },
      { row: 4, cells: ['5', '6'] },
    ])
  })

  it('may hold delimiters, quotes and line breaks in quotes', async () => {
    const { rows, dialect } = await read(bytes('a;b\n"x;""y""\nz";2\n'))
    expect(rows).toEqual([{ row: 1, cells: ['x;"y"\nz', '2'] }])
    expect(dialect).toEqual({ encoding: 'utf-8', delimiter: ';', quote: '"' })
  })

  it.each([
    ['an empty file', ''],
    ['a quote that is never closed', 'a;b\n"1;2\n3;4\n'],
    ['a file with NUL', 'a;b\n\u0000;1\n'],
  ])('%s is refused with a sentence', async (_name, text) => {
    await expect(read(bytes(text))).rejects.toBeInstanceOf(UnreadableCsv)
  })
})

describe('a date', () => {
  it.each([
    ['2027-03-04', '2027-03-04'],
    ['20270304', '2027-03-04'],
    ['4.3.2027', '2027-03-04'],
    ['04. 03. 2027', '2027-03-04'],
    ['25/12/2027', '2027-12-25'],
    ['12/25/2027', '2027-12-25'],
    ['03/03/2027', '2027-03-03'],
    ['2027-03-04 00:00:00', '2027-03-04'],
    ['25-12-2027', '2027-12-25'],
    ['29.02.2028', '2028-02-29'],
  ])('%s is %s', (cell, date) => {
    expect(readDate(cell)).toMatchObject({ date })
  })

  it.each(['03/04/2027', '03-04-2027'])('%s could mean two days and is refused', (cell) => {
    expect(readDate(cell)).toEqual({ fault: 'ambiguous' })
  })

  it.each(['', 'tomorrow', '30.02.2027', '29.02.2027', '13/13/2027', '1.1.27', '46000'])('%j is no date', (cell) => {
    expect(readDate(cell)).toEqual({ fault: 'not-a-date' })
  })

  it('is read as configured, and ISO 8601 always', () => {
    expect(readDate('03/04/2027', 'DD/MM/YYYY')).toMatchObject({ date: '2027-04-03' })
    expect(readDate('03/04/2027', 'MM/DD/YYYY')).toMatchObject({ date: '2027-03-04' })
    expect(readDate('2027-04-03', 'DD/MM/YYYY')).toMatchObject({ date: '2027-04-03' })
    expect(readDate('3.4.2027', 'MM/DD/YYYY')).toEqual({ fault: 'not-a-date' })
  })

  it('moves by days across months and changes of the clock', () => {
    expect(addDays('2027-03-28', 1)).toBe('2027-03-29')
    expect(addDays('2027-03-01', -1)).toBe('2027-02-28')
  })
})

describe('a whole number', () => {
  it.each([
    ['20270001', 20270001],
    ["'20270001", 20270001],
    ['0042', 42],
    ['12345.0', 12345],
    ['12,00', 12],
    ['12.000', 12000],
    ['1.234.567', 1234567],
    ["12'345", 12345],
    ['12\u00a0345', 12345],
    [' 7 ', 7],
  ])('%j is %d', (cell, value) => {
    expect(readWholeNumber(cell)).toEqual({ value })
  })

  it.each([
    ['1.23E+05', 'scientific'],
    ['2,0E10', 'scientific'],
    ['12.5', 'not-a-number'],
    ['-5', 'not-a-number'],
    ['', 'not-a-number'],
    ['AB12', 'not-a-number'],
    ['99999999999999999999', 'too-large'],
  ])('%j is refused as %s', (cell, fault) => {
    expect(readWholeNumber(cell)).toEqual({ fault })
  })
})
