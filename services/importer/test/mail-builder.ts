import { gzipSync } from 'node:zlib'
import { ZipFile } from 'yazl'

/** A list as a booking system writes it, realistic in its first lines. */
export const csv = 'Booking;Tour;Language;Arrival\r\n1;GB-1;de;2027-07-10\r\n2;GB-1;de;2027-07-11'

export const base64 = (content: string | Buffer): string =>
  (
    Buffer.from(content)
      .toString('base64')
      .match(/.{1,76}/g) ?? []
  ).join('\r\n')

const sender = 'From: Bookings <bookings@operator.example>'
const usual = [sender, 'Subject: Tonight', 'Message-ID: <1@operator.example>', 'MIME-Version: 1.0']

/** A mail of headers and a body; the usual headers come first unless all are given. */
export const mail = (headers: string[], body: string, first = usual): Buffer =>
  Buffer.from([...first, ...headers, '', body].join('\r\n'), 'latin1')

/** A part with its headers, as it stands between boundaries. */
export const part = (headers: string[], body: string): string => [...headers, '', body].join('\r\n')

export const multipart = (parts: string[], type = 'mixed', boundary = 'b'): { header: string; body: string } => ({
  header: `Content-Type: multipart/${type}; boundary="${boundary}"`,
  body: [...parts.map((one) => `--${boundary}\r\n${one}`), `--${boundary}--`, ''].join('\r\n'),
})

export const nested = (parts: string[], type = 'mixed', boundary = 'inner'): string => {
  const { header, body } = multipart(parts, type, boundary)
  return part([header], body)
}

export const greeting = part(['Content-Type: text/plain; charset=utf-8'], 'The list.')

/** A mail with a greeting and the parts. */
export const withParts = (...parts: string[]): Buffer => {
  const { header, body } = multipart([greeting, ...parts])
  return mail([header], body)
}

export interface Attached {
  type?: string
  /** Parameters of the disposition as they stand there. */
  name?: string
  content?: string | Buffer
  disposition?: string
}

export const attached = ({
  type = 'text/csv',
  name = 'filename="list.csv"',
  content = csv,
  disposition = 'attachment',
}: Attached = {}): string =>
  part(
    [
      `Content-Type: ${type}`,
      `Content-Disposition: ${disposition}${name === '' ? '' : `; ${name}`}`,
      'Content-Transfer-Encoding: base64',
    ],
    base64(content),
  )

/** A ZIP archive of files by their names. */
export const zip = async (files: Readonly<Record<string, string | Buffer>>, compress = true): Promise<Buffer> => {
  const archive = new ZipFile()
  for (const [name, content] of Object.entries(files))
    archive.addBuffer(Buffer.from(content), name, { compress, mtime: new Date(0) })
  archive.end()
  return Buffer.concat(await Array.fromAsync(archive.outputStream as AsyncIterable<Buffer>))
}

export const gzip = (content: string | Buffer): Buffer => gzipSync(content)

/** The archive with another name in place of one of the same length, also one that no tool would write. */
export const renamed = (archive: Buffer, from: string, to: string): Buffer =>
  Buffer.from(archive.toString('latin1').replaceAll(from, to), 'latin1')

/** The archive with a bit set in the flags of every file: 0 says that it is encrypted. */
export const flagged = (archive: Buffer, bit: number): Buffer => {
  const bytes = Buffer.from(archive)
  for (const [signature, offset] of [
    ['PK\x03\x04', 6],
    ['PK\x01\x02', 8],
  ] as const) {
    for (let at = bytes.indexOf(signature); at >= 0; at = bytes.indexOf(signature, at + 4)) {
      bytes.writeUInt16LE(bytes.readUInt16LE(at + offset) | (1 << bit), at + offset)
    }
  }
  return bytes
}

/** The archive with another compression method for every file. */
export const withMethod = (archive: Buffer, method: number): Buffer => {
  const bytes = Buffer.from(archive)
  for (const [signature, offset] of [
    ['PK\x03\x04', 8],
    ['PK\x01\x02', 10],
  ] as const) {
    for (let at = bytes.indexOf(signature); at >= 0; at = bytes.indexOf(signature, at + 4))
      bytes.writeUInt16LE(method, at + offset)
  }
  return bytes
}
