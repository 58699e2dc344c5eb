import { expect, it } from 'vitest'
import { contentKind } from './content-kind.ts'

it.each([
  ['zip', 'PK\x03\x04\x14\x00'],
  ['zip', 'PK\x05\x06'],
  ['gzip', '\x1f\x8b\x08'],
  ['archive', 'Rar!\x1a\x07'],
  ['archive', '7z\xbc\xaf\x27\x1c'],
  ['archive', 'BZh91AY&SY'],
  ['archive', `${'\0'.repeat(257)}ustar`],
  ['ole', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'],
  ['document', '%PDF-1.7'],
  ['document', '{\\rtf1'],
  ['outlook-container', '\x78\x9f\x3e\x22'],
  ['media', '\x89PNG\r\n'],
  ['media', '\xff\xd8\xff\xe0'],
  ['markup', '<html><table>'],
  ['markup', '\xef\xbb\xbf\r\n<?xml version="1.0"?>'],
  ['text', 'Booking;Tour'],
  ['text', ''],
  ['text', 'PKW;Tour'],
] as const)('%s: %j', (kind, head) => {
  expect(contentKind(Buffer.from(head, 'latin1'))).toBe(kind)
})
