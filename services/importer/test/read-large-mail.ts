/** Reads a mail with a list of so many megabytes, made as it is read, then the list; run by itself, so that its memory is its own. */
import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { openCsv } from '../src/csv/read-csv.ts'
import { readFilesOfMail } from '../src/mail/files-of-mail.ts'

const [megabytes = '10', shape = 'base64'] = process.argv.slice(2)
const wanted = Number(megabytes) * 1_000_000

// The same rows again and again, made once, so that the memory is that of reading. A row of 57 bytes is a line of Base64.
const row = '1;GB-1;de;2027-07-10;2027-07-17;2;"Müller, Annemarie"'.padEnd(54, ';')
const rows = Buffer.from(`${row}\r\n`.repeat(1140))
const encodedRows = Buffer.from(rows.toString('base64').replace(/.{76}/g, '$&\r\n'))
const header = Buffer.from('Booking;Tour;Language;Arrival;Departure;Persons;Name'.padEnd(55, 'x').concat('\r\n'))

function* list(): Generator<Buffer> {
  yield header
  for (let bytes = 0; bytes < wanted; bytes += rows.length) yield rows
}

function* base64Lines(): Generator<Buffer> {
  yield Buffer.from(`${header.toString('base64')}\r\n`)
  for (let bytes = 0; bytes < wanted; bytes += rows.length) yield encodedRows
}

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
  }),
)
