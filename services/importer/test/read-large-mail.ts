/** Reads a mail with a list of so many megabytes, generated on demand, then the list. A separate process, so that its memory can be measured. */
import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { openCsv } from '../src/csv/read-csv.ts'
import { readFilesOfMail } from '../src/mail/files-of-mail.ts'

const [megabytes = '10', shape = 'base64'] = process.argv.slice(2)
const wanted = Number(megabytes) * 1_000_000
const warmUpBytes = 500_000

// The same rows are repeated, so that only reading takes memory. A row of 57 bytes is a line of Base64.
const row = '1;GB-1;de;2027-07-10;2027-07-17;2;"Müller, Annemarie"'.padEnd(54, ';')
const rows = Buffer.from(`${row}\r\n`.repeat(1140))
const encodedRows = Buffer.from(rows.toString('base64').replace(/.{76}/g, '$&\r\n'))
const header = Buffer.from('Booking;Tour;Language;Arrival;Departure;Persons;Name'.padEnd(55, 'x').concat('\r\n'))

/** Reachable bytes. */
const inUse = (): number => {
  // Twice, because the memory of a buffer is freed after its object.
  globalThis.gc?.()
  globalThis.gc?.()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}
/** Of each pass: the bytes that the reader holds at the end of the list, beyond those near its start. */
const heldBytes: number[] = []

function* measured(first: Buffer, piece: Buffer): Generator<Buffer> {
  yield first
  // Measured after the start, because code is compiled on first use.
  let before = 0
  for (let bytes = 0; bytes < wanted; bytes += rows.length) {
    // A copy, so that held pieces count.
    yield Buffer.from(piece)
    if (bytes < warmUpBytes && bytes + rows.length >= warmUpBytes) before = inUse()
  }
  heldBytes.push(inUse() - before)
}
const list = () => measured(header, rows)
const base64Lines = () => measured(Buffer.from(`${header.toString('base64')}\r\n`), encodedRows)

const headers: Readonly<Record<string, string>> = {
  base64: 'Content-Type: text/csv; name=list.csv\r\nContent-Transfer-Encoding: base64',
  'quoted-printable': 'Content-Type: text/csv; name=list.csv\r\nContent-Transfer-Encoding: quoted-printable',
  body: 'Content-Type: text/plain; charset=utf-8',
}
function* mail(): Generator<Buffer> {
  yield Buffer.from(`From: bookings@operator.example\r\n${headers[shape]}\r\n\r\n`)
  yield* shape === 'base64' ? base64Lines() : list()
}

const { csvFiles } = await readFilesOfMail(Readable.from(mail(), { objectMode: false }), async (content) => {
  let bytes = 0
  for await (const piece of content) bytes += (piece as Buffer).length
  return { key: 'importer/files/large', sha256: hash('sha256', ''), bytes }
})
let last = 0
const file = await openCsv(async () => Readable.from(list(), { objectMode: false }))
for await (const { row } of file.rows) last = row
// Not `maxRSS`: Linux includes the memory of the process that started this one.
const peakKilobytes = Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1])
console.log(
  JSON.stringify({
    files: csvFiles.map(({ bytes }) => bytes),
    rows: last,
    peakBytes: peakKilobytes * 1024,
    heldBytes,
  }),
)
