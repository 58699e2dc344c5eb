import { expect, test } from 'vitest'
import { largestPdf, readPdf } from '../src/documents/read-pdf.ts'
import { aPdf, aPdfWithStream } from './pdf-files.ts'

const base64 = (text: string | Buffer) => Buffer.from(text as string).toString('base64')

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

test.each<[string, string | Buffer]>([
  ['text', 'Hello'],
  ['a web page', '<script>%PDF-1.7</script>'],
  ['only a header', '%PDF-1.7\n'],
  ['the first half of a file', aPdf().subarray(0, 120)],
  [
    'a file with a wrong address',
    Buffer.from(
      aPdf()
        .toString('latin1')
        .replace(/startxref\n\d+/, 'startxref\n7'),
    ),
  ],
  [
    'a file with an address behind its end',
    Buffer.from(
      aPdf()
        .toString('latin1')
        .replace(/startxref\n\d+/, 'startxref\n999999'),
    ),
  ],
  ['a file without a root', Buffer.from(aPdf().toString('latin1').replace('/Root', '/Toor'))],
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
