import { Readable } from 'node:stream'
import { setImmediate as turnOfEventLoop } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { openCsv } from '../src/csv/read-csv.ts'

const size = 128 * 1024
const header = 'Booking;Tour;Language;Arrival;Departure;Persons\n'
const filled = (text: string) => Buffer.from(header + text.repeat(Math.ceil(size / Buffer.byteLength(text))))

const files: [about: string, bytes: Buffer][] = [
  ['line feeds', filled('\n')],
  ['carriage returns', filled('\r')],
  ['quotes', filled('"')],
  ['quoted cells that nothing separates', filled('"a"b')],
  [
    'quotes in the wrong place below a long cell',
    Buffer.concat([Buffer.from(`${header}${'x'.repeat(1_000)}\n`), filled('""a;""a\n')]),
  ],
  ['rows of one cell', filled('1\n')],
  ['delimiters', filled(';')],
  ['blanks', filled(' ')],
  ['blanks behind an open quote', Buffer.concat([Buffer.from(`${header}"`), Buffer.alloc(size, ' ')])],
  ['quotes behind a backslash', filled('\\"a')],
  ['pairs of quotes within quotes', Buffer.concat([Buffer.from(`${header}"`), Buffer.alloc(size, '"')])],
  ['short rows under a wide header', Buffer.concat([Buffer.from('c;'.repeat(10_000)), filled('\n1')])],
  ['UTF-16 of odd length', Buffer.concat([Buffer.from(`\ufeff${header}`, 'utf16le'), Buffer.alloc(size + 1, 'a\0')])],
]

/** Reads the file from memory and counts how often the event loop ran meanwhile. */
const turnsWhileReading = async (bytes: Buffer): Promise<number> => {
  let turns = 0
  let isReading = true
  const counting = (async () => {
    for (; isReading; turns++) await turnOfEventLoop()
  })()
  try {
    const { rows } = await openCsv(async () => Readable.from([bytes]))
    for await (const _ of rows);
  } catch (error) {
    expect(error).toMatchObject({ name: 'UnreadableCsvError' })
  }
  isReading = false
  await counting
  return turns
}

it.each(files)('other work runs between the pieces of a file of %s', async (_, bytes) => {
  // The first of two passes reads every piece of 64 KiB.
  expect(await turnsWhileReading(bytes)).toBeGreaterThanOrEqual(bytes.length / (64 * 1024))
})

it('reading rejects with the reason of its signal', async () => {
  const reason = new Error('the deadline has passed')
  const reading = openCsv(async () => Readable.from([filled('\n')]), {}, AbortSignal.abort(reason))
  await expect(reading).rejects.toBe(reason)
})
