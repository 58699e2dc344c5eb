import { expect, it } from 'vitest'
import { decodeXml } from './decode-xml.ts'

// cspell:ignore Höhenweg

const declared = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?><name>Höhenweg</name>`

it.each(['ISO-8859-1', 'windows-1252'])('a file in %s is read as it declares', (encoding) => {
  expect(decodeXml(Buffer.from(declared(encoding), 'latin1'))).toBe(declared(encoding))
})

it.each(['UTF-8', 'utf-16'])('a file in UTF-8 that declares %s is read as UTF-8', (encoding) => {
  expect(decodeXml(Buffer.from(declared(encoding)))).toBe(declared(encoding))
})

it('a file without a declaration is read as UTF-8, with or without a byte order mark', () => {
  for (const mark of ['', '\ufeff'])
    expect(decodeXml(Buffer.from(`${mark}<name>Höhenweg</name>`))).toBe('<name>Höhenweg</name>')
  expect(decodeXml(Buffer.from(`\ufeff${declared('ISO-8859-1')}`))).toBe(declared('ISO-8859-1'))
})

it('a file in UTF-16 is read by its byte order mark', () => {
  const file = Buffer.from(`\ufeff${declared('utf-16')}`, 'utf16le')
  expect(decodeXml(file)).toBe(declared('utf-16'))
  expect(decodeXml(Buffer.from(file).swap16())).toBe(declared('utf-16'))
})

it('an unknown encoding is an error', () => {
  expect(() => decodeXml(Buffer.from(declared('of my own')))).toThrow(RangeError)
})
