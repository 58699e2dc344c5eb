import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ServiceError } from '../errors/service-error.ts'
import { parseJson } from './parse-json.ts'
import { JsonScan, unlimited } from './scan-json.ts'

const read = (text: string | Uint8Array) => {
  const bytes = Buffer.from(text as string)
  new JsonScan(bytes, unlimited).advance(bytes.length)
  return parseJson(bytes)
}

function refusal(text: string | Uint8Array): ServiceError {
  try {
    read(text)
  } catch (error) {
    if (error instanceof ServiceError) return error
    throw error
  }
  throw new Error('was not refused')
}

describe('parseJson', () => {
  test('reads whatever JSON can say', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8, stringUnit: 'grapheme' }), (value) => {
        expect(read(JSON.stringify(value)).value).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })

  test('a byte order mark is passed over', () => {
    expect(read('\uFEFF{"a":1}').value).toEqual({ a: 1 })
  })

  test.each(['', ' ', '{', '{"a":}', "{'a':1}", 'undefined', '[1,]', 'NaN', '{"a":1}{"b":2}', '"\u0001"'])(
    '%j is refused',
    (text) => {
      expect(refusal(text).code).toBe('malformed-json')
    },
  )

  test('bytes that are not UTF-8 are refused', () => {
    expect(refusal(new Uint8Array([0x22, 0xff, 0x22])).detail).toBe('The body is not UTF-8.')
    expect(refusal(new Uint8Array([0x22, 0xed, 0xa0, 0x80, 0x22])).detail).toBe('The body is not UTF-8.')
  })

  test('the refusal does not quote the body', () => {
    expect(refusal('{"name": "Muster", x}').message).not.toContain('Muster')
  })

  test('64 levels are read, 65 are refused, also in their millions', () => {
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
    expect(() => read(nested(64))).not.toThrow()
    expect(refusal(nested(65)).code).toBe('malformed-json')
    expect(refusal('[{"a":'.repeat(1_000_000)).code).toBe('malformed-json')
  })

  test('brackets within texts are no levels', () => {
    const text = JSON.stringify(`${'['.repeat(100)}\\"${'{'.repeat(100)}`)
    expect(read(text).value).toBe(JSON.parse(text))
  })

  test('nor are they in long texts, however quotation marks and backslashes follow one another', () => {
    const pieces = fc.constantFrom('"', '\\', '['.repeat(70), 'a'.repeat(255), 'a'.repeat(300))
    fc.assert(
      fc.property(fc.array(pieces), fc.array(pieces), (one, other) => {
        const value = { [one.join('')]: other.join(''), last: [[]] }
        expect(read(JSON.stringify(value)).value).toEqual(value)
      }),
    )
  })

  test('names that reach for prototypes are faults, however they are written', () => {
    expect(read('{"a": {"__proto__": {"x": 1}}}').faults).toMatchObject([
      { pointer: '/a/__proto__', code: 'unknown-field' },
    ])
    expect(read('[{"\\u005f_proto__": 1}]').faults).toMatchObject([{ pointer: '/0/__proto__' }])
    expect(read('{"a": {"prototype": 1}}').faults).toMatchObject([{ pointer: '/a/prototype' }])
    expect(read('{"constructor": {"prototype": 1}}').faults).toMatchObject([{ pointer: '/constructor' }])
    expect(read('{"text": "the constructor of __proto__"}').faults).toEqual([])
  })

  test('NUL and halves of surrogate pairs are faults with their place', () => {
    expect(read('{"a/b": ["\\u0000", "\\ud800", "\\ud83d\\ude00"]}').faults).toMatchObject([
      { pointer: '/a~1b/0', code: 'invalid-text' },
      { pointer: '/a~1b/1', code: 'invalid-text' },
    ])
  })
})
