import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isAutomatic } from '../src/mail/automatic.ts'
import { type FilesOfMail, readFilesOfMail } from '../src/mail/files-of-mail.ts'
import { type MailHeaders, readMailHeaders } from '../src/mail/mail-headers.ts'
import { senderDoubt } from '../src/trust/authenticate-sender.ts'
import { hostileMails } from './hostile-mails/index.ts'
import { inPieces, pieceSizesFor } from './in-pieces.ts'
import { attached, csv, gzip, withParts, zip } from './mail-builder.ts'

/** A folder of our own, in which nobody else leaves anything. */
const folder = mkdtempSync(join(tmpdir(), 'guidebook-hostile-mails-'))
const before = process.env.TMPDIR
beforeAll(() => {
  process.env.TMPDIR = folder
})
afterAll(() => {
  if (before === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = before
  rmSync(folder, { recursive: true })
})
const temporaryFolders = () => readdirSync(folder)

interface Reading {
  mail: FilesOfMail & MailHeaders & { automatic: boolean }
  /** By key. */
  contents: Map<string, string>
}

/** Reads a mail, its headers by themselves, and makes sure that every stream has come to its end. */
const read = async (raw: Buffer, size: number): Promise<Reading> => {
  const contents = new Map<string, string>()
  const streams: Readable[] = []
  const stream = inPieces(raw, size)
  const files = await readFilesOfMail(stream, async (content) => {
    streams.push(content)
    const bytes = await buffer(content)
    const key = `importer/files/${streams.length}`
    contents.set(key, bytes.toString())
    return { key, sha256: createHash('sha256').update(bytes).digest('hex'), bytes: bytes.length }
  })
  const head = inPieces(raw, size)
  const headers = await readMailHeaders(head)
  const all = [stream, ...streams, head]
  expect(all.map(({ destroyed }) => destroyed)).toEqual(all.map(() => true))
  return { mail: { ...headers, ...files, automatic: isAutomatic(headers.headers) }, contents }
}

it('there are at least two hundred mails with distinct names', () => {
  expect(hostileMails.length).toBeGreaterThanOrEqual(200)
  expect(new Set(hostileMails.map(({ name }) => name)).size).toBe(hostileMails.length)
})

it.each(hostileMails)(
  '$name',
  async ({ raw: build, ...expected }) => {
    const raw = await build()
    const indexes: number[][] = []
    for (const size of pieceSizesFor(raw)) {
      const { mail, contents } = await read(raw, size)
      indexes.push(mail.csvFiles.map(({ index }) => index))
      expect(mail.csvFiles.map(({ name }) => name)).toEqual((expected.files ?? []).map(([name]) => name))
      for (const [at, [, content = csv]] of (expected.files ?? []).entries()) {
        expect(contents.get(mail.csvFiles[at]?.key ?? '')).toBe(content)
      }
      expect(mail.refusedFiles).toEqual((expected.refused ?? []).map(([name, reason]) => ({ name, reason })))
      expect(mail).toMatchObject({
        from: expected.from === undefined ? 'bookings@operator.example' : expected.from,
        subject: expected.subject ?? 'Tonight',
        messageId: expected.messageId === undefined ? '<1@operator.example>' : expected.messageId,
        references: expected.references ?? [],
        automatic: expected.automatic ?? false,
      })
      expect(new Set(mail.csvFiles.map(({ index }) => index)).size).toBe(mail.csvFiles.length)
    }
    // The same bytes have the same positions, however they come.
    expect(new Set(indexes.map((of) => of.join())).size).toBe(1)
    expect(temporaryFolders()).toEqual([])
  },
  20_000,
)

it.each([
  ['3,000 signatures', 'DKIM-Signature: v=1; a=rsa-sha256; d=a.example; s=s; h=from; l=1\r\n'.repeat(3_000)],
  ['signatures whose colon is in the next line', 'DKIM-Signature\r\n:v=1; d=a.example; s=s; l=1\r\n'.repeat(21)],
  ['a signature of many headers', `DKIM-Signature: v=1; d=a.example; s=s; h=${'a:'.repeat(5_000)}from\r\n`],
  ['a long Received', `Received: from ${'a b '.repeat(5_000)}\r\n`],
  ['600 headers', 'X: y\r\n'.repeat(600)],
])('signatures are not verified in a mail with %s', async (_, lines) => {
  const raw = Buffer.from(`${lines}From: bookings@operator.example\r\n\r\nThe list.\r\n`)
  const headers = await readMailHeaders(inPieces(raw, 64 * 1024))
  const settings = { IMPORT_AUTHSERV_ID: undefined, IMPORT_RECEIVED_ABOVE: 0 }
  const open = () => Promise.reject(new Error('the mail must not be read'))
  const resolver = () => Promise.reject(new Error('the DNS must not be queried'))
  const doubt = await senderDoubt({ settings, resolver }, { open, ...headers, isLastTry: false })
  expect(doubt).toEqual({ id: 'sender.not-signed' })
})

// Inflates half a gigabyte; the short form tests the limit alone.
it.skipIf(process.env.SOAK === undefined)('several small archives may not be too large together', async () => {
  const bytes = 31 * 1024 * 1024
  const content = gzip(Buffer.alloc(bytes, 'Booking;Tour\r\n'))
  const archives = Array.from({ length: 18 }, (_, n) => attached({ name: `filename=${n}.csv.gz`, content }))
  let stored = 0
  const mail = await readFilesOfMail(inPieces(withParts(...archives), 64 * 1024), async (csvFile) => {
    for await (const piece of csvFile) stored += piece.length
    return { key: 'importer/files/a', sha256: '', bytes }
  })
  expect(mail.csvFiles).toHaveLength(16)
  expect(mail.refusedFiles).toEqual([16, 17].map((n) => ({ name: `${n}.csv.gz`, reason: 'archive-too-large' })))
  expect(stored).toBeLessThanOrEqual(512 * 1024 * 1024)
})

describe('an error that is not the fault of the mail is thrown', () => {
  it('from the store', async () => {
    const raw = withParts(attached(), attached({ name: 'filename=lists.zip', content: await zip({ 'list.csv': csv }) }))
    let calls = 0
    for (const failing of [1, 2]) {
      calls = 0
      const reading = readFilesOfMail(inPieces(raw, 64), async (content) => {
        if (++calls === failing) throw new Error('the disk is full')
        return { key: 'importer/files/a', sha256: '', bytes: (await buffer(content)).length }
      })
      await expect(reading).rejects.toThrow('the disk is full')
      expect(temporaryFolders()).toEqual([])
    }
  })

  it('from the source', async () => {
    const stream = inPieces(withParts(attached({ content: csv.repeat(10_000) })), 64)
    const reading = readFilesOfMail(stream, async (content) => {
      stream.destroy(new Error('the connection is gone'))
      return { key: 'importer/files/a', sha256: '', bytes: (await buffer(content)).length }
    })
    await expect(reading).rejects.toThrow('the connection is gone')
  })
})

const samples = process.env.SAMPLES_DIR ?? fileURLToPath(new URL('../../../../shared/samples', import.meta.url))
const missing = existsSync(samples) ? '' : ` (no ${samples}: set SAMPLES_DIR to read them)`

describe.skipIf(missing !== '')(`mails that others wrote${missing}`, () => {
  const list = '\ufeff"one","two","three"\r\n"four","five","six"\r\n'
  const outcomes: Readonly<Record<string, { from: string | null; files: [string, string][] }>> = {
    'enmime-text-plain-test.csv.eml': { from: 'alice@test.com', files: [['test.csv', 'Test;Test\n']] },
    'smallCsv.eml': { from: 'sender@senderco.com', files: [['smallCsv.csv', list]] },
    'smallCsvWithUpperCSV.eml': { from: 'sender@senderco.com', files: [['smallCsv.CSV', list]] },
    'malformed__015.eml': { from: 'test@example.org', files: [] },
    'malformed__017.eml': { from: 'test@example.org', files: [] },
  }
  const files = missing === '' ? readdirSync(join(samples, 'mail')).filter((name) => name.endsWith('.eml')) : []

  it.each(files)('%s', async (file) => {
    const raw = readFileSync(join(samples, 'mail', file))
    for (const size of pieceSizesFor(raw)) {
      const { mail, contents } = await read(raw, size)
      const { from, files: wanted } = outcomes[file] ?? { from: null, files: [] }
      expect(mail.from).toBe(from)
      expect(mail.csvFiles.map(({ name, key }) => [name, contents.get(key ?? '')])).toEqual(wanted)
      expect(mail.refusedFiles).toEqual([])
      expect(mail.automatic).toBe(false)
    }
  })
})
