import type { Fault } from '@guidebook/contracts'
import fc, { type Arbitrary } from 'fast-check'
import { Type } from 'typebox'
import { describe, expect, test } from 'vitest'
import { ServiceError } from '../errors/service-error.ts'
import { createJsonReader } from './read-json.ts'

const closed = { additionalProperties: false }
const point = Type.Object(
  { lat: Type.Number({ minimum: -90, maximum: 90 }), lon: Type.Number(), ele: Type.Optional(Type.Number()) },
  closed,
)
const array = Type.Array(point, { minItems: 2, maxItems: 12 })
const schema = Type.Object(
  {
    title: Type.String(),
    points: Type.Optional(array),
    within: Type.Optional(Type.Object({ points: array }, closed)),
  },
  closed,
)
const columns = { field: 'points', names: ['lat', 'lon', 'ele'], array, most: 1_000 }
const asWhole = createJsonReader(schema, { bodyColumns: columns }, { largeBody: Number.POSITIVE_INFINITY })
const asPieces = createJsonReader(schema, { bodyColumns: columns }, { largeBody: 0, piece: 100 })

const byPointer = (a: Fault, b: Fault) => `${a.pointer} ${a.message}`.localeCompare(`${b.pointer} ${b.message}`)

/** The body, or everything that is wrong with it. Where several faults are found, and where reading failed, depends on the way of reading. */
async function outcome(read: typeof asWhole, bytes: Buffer) {
  const faults: Fault[] = []
  try {
    return { body: await read(bytes, faults), faults: faults.toSorted(byPointer) }
  } catch (error) {
    if (error instanceof ServiceError) return { code: error.code, detail: error.detail?.replace(/ \(line.*\)/, '') }
    throw error
  }
}

const often = <T>(usual: Arbitrary<T>, weight: number, odd: Arbitrary<T>) =>
  fc.oneof({ weight, arbitrary: usual }, { weight: 1, arbitrary: odd })

const space = often(fc.constant(''), 9, fc.constantFrom(' ', '\n', '\t\r\n', ' '.repeat(9)))
const spaced = (value: Arbitrary<string>) => fc.tuple(space, value, space).map((parts) => parts.join(''))
const listed = (open: string, items: Arbitrary<string[]>, close: string) =>
  fc.tuple(items, space).map(([texts, between]) => `${open}${texts.join(',') || between}${close}`)

const escaped = (text: string) => `\\u00${text.charCodeAt(0).toString(16)}${text.slice(1)}`
const member = (name: string, value: Arbitrary<string>) =>
  fc
    .tuple(spaced(often(fc.constant(name), 30, fc.constant(escaped(name)))), spaced(value))
    .map(([key, text]) => `${key.replace(/\S+/, '"$&"')}:${text}`)
const objectOf = (...members: Arbitrary<string>[]) => {
  const all = fc.tuple(...members).chain((texts) => fc.shuffledSubarray(texts, { minLength: texts.length }))
  return listed(
    '{',
    often(
      all,
      30,
      fc.tuple(...members).chain((texts) => fc.shuffledSubarray(texts)),
    ),
    '}',
  )
}
const goodNumber = fc.oneof(
  fc.constantFrom('0', '-0', '-0.0e5', '1', '1.0', '10E-1', '0.1e+1', '90', '4.9e-324', '12345.678901234567890e-3'),
  fc.double({ min: -90, max: 90, noNaN: true }).map(String),
)
const oddNumber = fc.constantFrom(
  '1e999',
  '91',
  '01',
  '+1',
  '.5',
  '1.',
  'NaN',
  '"1"',
  '"}, {"',
  'null',
  '[1]',
  '[[',
  '{}',
)
const number = often(goodNumber, 300, oddNumber)
const points = listed(
  '[',
  fc.array(
    spaced(
      fc
        .tuple(
          member('lat', number),
          member('lon', number),
          often(member('ele', number), 2, fc.constant('')),
          often(fc.constant(''), 60, member('lat', number)),
          often(fc.constant(''), 300, member('alt', number)),
        )
        .map((members) => `{${members.filter(Boolean).join(',')}}`),
    ),
    { maxLength: 14 },
  ),
  ']',
)
const title = fc.oneof(
  fc.string({ unit: 'grapheme' }).map((text) => JSON.stringify(text)),
  fc.constantFrom('"\\"points\\":[{}]"', '"\\\\"', '"\\u0070oints"', '"\\u0000"', '"[{\\"lat\\":1},"', '5'),
)
const body = fc
  .tuple(
    member('title', title),
    often(member('points', points), 8, fc.constant('')),
    often(fc.constant(''), 6, member('points', fc.oneof(points, fc.constantFrom('5', 'null')))),
    often(fc.constant(''), 4, member('within', objectOf(member('points', points)))),
    often(fc.constant(''), 20, member('__proto__', points)),
  )
  .chain((members) => fc.shuffledSubarray(members, { minLength: members.length }))
  .map((members) => `{${members.filter(Boolean).join(',')}}`)

const damage = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  instead: fc.constantFrom(
    ...[',', ']', '}', '{', '[', '"', '\\', ':', '-', '1', ' ', '\u00e4', '\ufeff'].map((text) => Buffer.from(text)),
    Buffer.of(0xff),
    Buffer.of(0),
    null,
  ),
  length: fc.integer({ min: 0, max: 2 }),
})
/** Replaces some bytes, or cuts off the rest. */
const sent = fc.tuple(body, fc.option(damage, { freq: 1 })).map(([text, hurt]) => {
  const bytes = Buffer.from(text)
  if (hurt === null) return bytes
  const at = Math.floor(hurt.at * bytes.length)
  if (hurt.instead === null) return bytes.subarray(0, at)
  return Buffer.concat([bytes.subarray(0, at), hurt.instead, bytes.subarray(at + hurt.length)])
})

const bodyOf = (points: string) => Buffer.from(`{"title":"x","points":${points}}`)
const many = (count: number) =>
  Array.from({ length: count }, (_, index) => `{"lat":${index},"lon":-0,"ele":1e${index}}`)

const numRuns = process.env.SOAK === undefined ? 600 : 3_000

describe('a body whose long array becomes columns', () => {
  test('has numbers in the order of its items, NaN where there is none, and no minus zero', async () => {
    const bytes = bodyOf('[{"lat":-0,"lon":2},{"ele":-0.0,"lat":1.5,"lon":-3e0}]')
    for (const read of [asWhole, asPieces]) {
      expect(await outcome(read, bytes)).toStrictEqual({
        body: {
          title: 'x',
          points: { lat: Float64Array.of(0, 1.5), lon: Float64Array.of(2, -3), ele: Float64Array.of(Number.NaN, 0) },
        },
        faults: [],
      })
      expect(await outcome(read, Buffer.from('{"title":"x"}'))).toStrictEqual({ body: { title: 'x' }, faults: [] })
    }
  })

  test('becomes columns wherever the array is', async () => {
    for (const text of [
      `{"points":[${many(12)}],"title":"[{},{}]","within":{"points":[${many(3)}]}}`,
      `{"title":"x",\n "points" : [ ${many(12).join(' ,\n')} ] }`,
      `{"title":"x","p\\u006fints":[${many(12)}]}`,
    ]) {
      for (const read of [asWhole, asPieces]) {
        const body = await read(Buffer.from(text), [])
        expect(body).toMatchObject({ points: { lat: Float64Array.from({ length: 12 }, (_, index) => index) } })
      }
    }
  })

  test('is refused with 413 when its arrays have too many items in all', async () => {
    const few = createJsonReader(schema, { bodyColumns: { ...columns, most: 20 } }, { largeBody: 0, piece: 100 })
    const text = `{"title":"x","points":[${many(12)}],"within":{"points":[${many(9)}]}}`
    expect(await outcome(few, Buffer.from(text))).toEqual({
      code: 'payload-too-large',
      detail: 'The body has more than 20 points. Send less at once.',
    })
  })

  test('gives the same result in pieces and as a whole', async () => {
    const seen = { read: 0, refused: 0 }
    await fc.assert(
      fc.asyncProperty(sent, async (bytes) => {
        const expected = await outcome(asWhole, bytes)
        expect(await outcome(asPieces, bytes)).toStrictEqual(expected)
        if (expected.body === undefined) seen.refused++
        else seen.read++
      }),
      { numRuns },
    )
    expect(Math.min(seen.read, seen.refused)).toBeGreaterThan(numRuns / 10)
  })

  test.each([
    ['an item too many', bodyOf(`[${many(13)}]`)],
    ['an item too few', bodyOf(`[${many(1)}]`)],
    ['no item', bodyOf('[]')],
    ['a comma after the last item', bodyOf(`[${many(6)},]`)],
    ['a comma after the last item of a piece', bodyOf(`[${many(4)},]`)],
    ['two commas', bodyOf(`[${many(4)},,${many(4)}]`)],
    ['no comma between items', bodyOf(`[${many(6).join('')}]`)],
    ['no end', bodyOf(`[${many(6)}`).subarray(0, -1)],
    ['two ends', bodyOf(`[${many(6)}]]`)],
    ['items that are none', bodyOf(`[${'1,'.repeat(200)}1]`)],
    ['items within one another', bodyOf(`[${'{"lat":'.repeat(100_000)}`)],
    ['another array of that name after it', bodyOf(`[${many(6)}],"points":[${many(2)}]`)],
    ['another array of that name before it', bodyOf(`5,"points":[${many(6)}]`)],
    ['the array within another field', Buffer.from(`{"within":{"points":[${many(6)}]},"title":"x"}`)],
    ['a byte order mark within', bodyOf(`[${many(3)},\ufeff${many(3)}]`)],
    ['a letter beyond ASCII in a name', bodyOf(`[${many(3)},{"l\u00e4t":1}]`)],
  ])('with %s is answered alike', async (_, bytes) => {
    expect(await outcome(asPieces, bytes)).toStrictEqual(await outcome(asWhole, bytes))
  })
})
