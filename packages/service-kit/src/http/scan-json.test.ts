import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ServiceError } from '../errors/service-error.ts'
import { endOfItem, type FoundField, JsonScan, type ScanLimits, unlimited } from './scan-json.ts'

/** Values of a JSON text, as the parser finds them. */
function valuesIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1
  return Object.values(value).reduce((sum: number, inner) => sum + valuesIn(inner), 1)
}

/** Scans in slices. Returns the fields that were found, or the error code. */
function scanned(text: string, limits: Partial<ScanLimits> = {}, slice = text.length, fields: string[] = []) {
  const scan = new JsonScan(Buffer.from(text), { ...unlimited, ...limits }, fields)
  const found: FoundField[] = []
  try {
    while (!scan.isDone) {
      const field = scan.advance(scan.at + slice)
      if (field) found.push(field)
    }
    return found
  } catch (error) {
    if (error instanceof ServiceError) return error.code
    throw error
  }
}

const strings = fc
  .array(fc.constantFrom('"', '\\', '[', '{', ',', ':', 'ä', '🏔', '\n', 'a'.repeat(300), '\\"'))
  .map((parts) => parts.join(''))
const json = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(1, null, true, -1.5e10),
    strings,
    fc.array(tie('value')),
    fc.dictionary(strings, tie('value')),
  ),
})).value

describe('a scan', () => {
  test('never counts fewer values than there are, wherever it pauses, and at most one more for each empty object or array', () => {
    fc.assert(
      fc.property(json, fc.integer({ min: 1, max: 40 }), fc.constantFrom(0, 1), (value, slice, indent) => {
        const text = JSON.stringify(value, null, indent)
        const values = valuesIn(value)
        fc.pre(values > 1)
        const empty = text.match(/\[\]|\{\}/g)?.length ?? 0
        expect(scanned(text, { values: values - 1 }, slice)).toBe('payload-too-large')
        expect(scanned(text, { values: values + empty }, slice)).toEqual([])
      }),
      { numRuns: 500 },
    )
  })

  test('refuses a body at the first value beyond the limit, whatever follows', () => {
    const scan = new JsonScan(Buffer.from(`[${'[],'.repeat(1_000_000)}`), { ...unlimited, values: 10 })
    expect(() => scan.advance(100)).toThrow('The body has more than 10 values. Send less at once.')
  })

  test('refuses more bytes than the limit, also within one text, and does not count what is skipped', () => {
    const bytes = Buffer.from(`{"a":"${'x'.repeat(500)}","b":"${'\\"'.repeat(500)}"}`)
    const limits = { ...unlimited, bytes: 600 }
    expect(() => new JsonScan(bytes, limits).advance(bytes.length)).toThrow('The body has more than 600 bytes.')
    const scan = new JsonScan(bytes, { ...unlimited, bytes: bytes.length - 502 }, ['a'])
    expect(scan.advance(bytes.length)).toEqual({ field: 'a', valueAt: 5 })
    scan.skip(5 + 502)
    expect(scan.advance(bytes.length)).toBeUndefined()
    expect(scan.isDone).toBe(true)
  })

  test('refuses the 65th level, in the last slice as in the first', () => {
    expect(scanned('['.repeat(64), {}, 1)).toEqual([])
    expect(scanned('['.repeat(65), {}, 1)).toBe('malformed-json')
    expect(scanned('[{"a":'.repeat(1_000_000), {}, 1000)).toBe('malformed-json')
  })

  test.each([
    ['a member', '{"points" : [1]}', 12],
    ['a member after a multi-byte text', '{"ä🏔":1,"points":2}', 21],
    ['a text of that name', '["points", {"title":"points"}]', undefined],
    ['the name within a text', '{"title":"\\"points\\":[1]"}', undefined],
    ['the name after a backslash at the end of a text', '{"title":"\\\\","points":1}', 23],
    ['a longer name', '{"points2":1,"xpoints":2}', undefined],
    ['a name that never ends', '{"points', undefined],
  ])('finds the value of %s where there is one, wherever it pauses', (_, text, valueAt) => {
    for (let slice = 1; slice <= text.length; slice++) {
      expect(scanned(text, {}, slice, ['points'])).toEqual(valueAt === undefined ? [] : [{ field: 'points', valueAt }])
    }
  })
})

describe('the end of an item', () => {
  const endOf = (text: string, from = 0, limits: Partial<ScanLimits> = {}) =>
    endOfItem(Buffer.from(text), 0, from, { ...unlimited, bytes: 1_000, ...limits })

  test('is the comma after it, or the bracket that closes the array', () => {
    expect(endOf('{"a":"},"},{"b":[1,2]}]')).toBe('{"a":"},"}'.length)
    expect(endOf('{"a":"},"},{"b":[1,2]}]', 11)).toBe('{"a":"},"},{"b":[1,2]}'.length)
    expect(endOf(']')).toBe(0)
  })

  test('is the end of the body when there is none', () => {
    expect(endOf('{"a":1')).toBe(6)
  })

  test('is not looked for beyond the limits', () => {
    expect(() => endOf(`"${'x'.repeat(2_000)}"]`)).toThrow('more than 1000 bytes')
    expect(() => endOf(`[${'1,'.repeat(20)}`, 0, { values: 10 })).toThrow('more than 10 values')
    expect(() => endOf('['.repeat(100))).toThrow('nested more than 64')
  })
})
