import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import {
  chooseCoding,
  compressor,
  isCompressible,
  tagInCoding,
  tagKnownToClient,
  tagsOfServices,
} from './content-coding.ts'

test.each([
  [undefined, null],
  ['', null],
  ['identity', null],
  ['gzip, deflate, br', 'br'],
  ['gzip;q=1, br;q=0.5', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['*', 'br'],
  ['*;q=0', null],
  ['BR; q=0.1', 'br'],
] as const)('Accept-Encoding %j takes %j', (header, coding) => {
  expect(chooseCoding(header)).toBe(coding)
})

test.each([
  ['application/json; charset=utf-8', true],
  ['application/problem+json', true],
  ['application/gpx+xml', true],
  ['application/geo+json', true],
  ['text/html; charset=utf-8', true],
  ['image/svg+xml', true],
  ['image/png', false],
  ['application/pdf', false],
  ['application/zip', false],
  ['text/event-stream', false],
  [undefined, false],
])('%s: compressed %s', (type, expected) => {
  expect(isCompressible(type)).toBe(expected)
})

test('a compressed answer has a tag of its own, that services never see', () => {
  expect(tagInCoding('"abc"', 'br')).toBe('"abc+br"')
  expect(tagsOfServices('"abc+br", W/"d", "e+gzip"')).toBe('"abc", W/"d", "e"')
  expect(tagKnownToClient('"abc"', '"abc+gzip"')).toBe('"abc+gzip"')
  expect(tagKnownToClient('"abc"', '"abc"')).toBe('"abc"')
})

test('a compressed stream has a window of 256 KiB, so that many at once take little memory', async () => {
  const stream = compressor('br')
  stream.end('a guidebook '.repeat(100_000))
  const [first = 0] = await buffer(stream)
  // The header of a stream names 18 bits as 0011 (RFC 7932 section 9.1).
  expect(first & 0b1111).toBe(0b0011)
})
