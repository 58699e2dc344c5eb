import { expect, test } from 'vitest'
import { largestPdf, readPdf } from '../src/documents/read-pdf.ts'
import { aPdf, aPdfWithStream } from './pdf-files.ts'

const base64 = (text: string | Buffer) => Buffer.from(text as string).toString('base64')
const changed = (file: Buffer, from: string | RegExp, to: string) =>
  Buffer.from(file.toString('latin1').replace(from, to), 'latin1')

test('a PDF file with a table or a stream of cross references is read, from text or bytes', () => {
  for (const file of [aPdf(), aPdfWithStream(), Buffer.concat([Buffer.from('\ufeff\n'), aPdf()])]) {
    expect(readPdf(base64(file))).toEqual({ bytes: file, encrypted: false })
    expect(readPdf(new Uint8Array(file))).toEqual({ bytes: file, encrypted: false })
  }
})

test('an encrypted PDF file is recognised', () => {
  expect(readPdf(base64(aPdf('/Encrypt 4 0 R')))).toMatchObject({ encrypted: true })
  expect(readPdf(base64(aPdfWithStream('/Encrypt<</Filter/Standard>>')))).toMatchObject({ encrypted: true })
})

test.each<[string, string, string | RegExp, string]>([
  ['with a wrong address of its cross references', '', /startxref\n\d+/, 'startxref\n7'],
  ['with an address behind its end', '', /startxref\n\d+/, 'startxref\n999999'],
  ['without that address', '', /startxref\n\d+\n/, ''],
  ['without a root at that address', '', '/Root', '/Toor'],
  ['with some bytes after its end', '', /$/, ' '.repeat(1_000)],
  ['that is encrypted and has a wrong address', '/Encrypt 4 0 R', /startxref\n\d+/, 'startxref\n7'],
])('a PDF file %s is read: readers repair it', (_, more, from, to) => {
  const file = changed(aPdf(more), from, to)
  expect(readPdf(base64(file))).toEqual({ bytes: file, encrypted: more !== '' })
})

test('a damaged PDF file without a trailer near its end counts as not encrypted', () => {
  const file = changed(aPdfWithStream('/Encrypt<</Filter/Standard>>'), /startxref\n\d+/, 'startxref\n7')
  expect(readPdf(base64(file))).toEqual({ bytes: file, encrypted: false })
})

test.each<[string, string | Buffer]>([
  ['text', 'Hello'],
  ['a web page', '<script>%PDF-1.7</script>'],
  ['only a header', '%PDF-1.7\n'],
  ['the first half of a file', aPdf().subarray(0, 120)],
  ['a file without its last line', changed(aPdf(), '%%EOF\n', '')],
  ['a file whose end is followed by a kilobyte', Buffer.concat([aPdf(), Buffer.alloc(1_024, ' ')])],
])('%s is no PDF file', (_, file) => {
  expect(readPdf(base64(file))).toMatchObject({ code: 'document-not-supported' })
})

test('text that is not Base64 is no PDF file', () => {
  expect(readPdf('%%%')).toMatchObject({ code: 'document-not-supported' })
})

test('a file of more than 10 MB is too large', () => {
  const file = (bytes: number) => Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(bytes - 9)])
  expect(readPdf(new Uint8Array(file(largestPdf + 1)))).toMatchObject({ code: 'document-too-large' })
  expect(readPdf(new Uint8Array(file(largestPdf)))).toMatchObject({ code: 'document-not-supported' })
})
