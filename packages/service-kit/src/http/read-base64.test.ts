import type { Fault } from '@guidebook/contracts'
import fc from 'fast-check'
import { Type } from 'typebox'
import { describe, expect, test } from 'vitest'
import { ServiceError } from '../errors/service-error.ts'
import { createJsonReader } from './read-json.ts'

const closed = { additionalProperties: false }
const image = Type.Optional(Type.String({ wellFormed: true, pattern: '^[A-Za-z0-9+/]{5}' }))
const textsByAnyName = Type.Unsafe({
  type: 'object',
  patternProperties: { '^.{1,100}$': Type.String({ maxLength: 2_000 }) },
  ...closed,
})
const schema = Type.Object(
  {
    title: Type.String(),
    image,
    stages: Type.Optional(
      Type.Array(Type.Object({ name: Type.Optional(Type.String()), image }, closed), { maxItems: 3 }),
    ),
    texts: Type.Optional(textsByAnyName),
  },
  closed,
)
const asWhole = createJsonReader(schema, {}, { largeBody: Number.POSITIVE_INFINITY })
const asBytes = createJsonReader(schema, { bodyBase64: 'image' }, { largeBody: 0 })
const readBytes = (text: string) => asBytes(Buffer.from(text), [])

/** All values, in an order that does not repeat itself with the letters of Base64. */
const pattern = Uint8Array.from({ length: 257 }, (_, index) => (index * 167 + 13) % 256)
const bytes = (length: number) => Buffer.alloc(length, pattern)
const long = bytes(3_000).toString('base64')

/** The body with Base64 images as bytes, or its faults. */
async function outcome(read: typeof asWhole, body: Buffer) {
  const faults: Fault[] = []
  try {
    return { body: decoded(await read(body, faults)), faults }
  } catch (error) {
    if (error instanceof ServiceError) return { code: error.code, detail: error.detail?.replace(/ \(line.*\)/, '') }
    throw error
  }
}

const decoded = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value ?? null), (name, inner) => {
    if (inner?.type === 'Buffer') return Buffer.from(inner.data).toString('hex')
    return name === 'image' && typeof inner === 'string' ? Buffer.from(inner, 'base64').toString('hex') : inner
  })

const spelling = fc.oneof(
  { weight: 30, arbitrary: fc.integer({ min: 800, max: 4_000 }).map((length) => bytes(length).toString('base64')) },
  fc.constantFrom(
    ...[
      '',
      'AAAAA',
      long.replaceAll('=', ''),
      `${long}=`,
      `${long.slice(0, 1_500)}=${long.slice(1_500)}`,
      `data:${long}`,
    ],
    ...[
      `${long}\\n`,
      `\\u0041${long}`,
      long.replaceAll('/', '\\/'),
      `${long}\n`,
      `${long}\u00e4`,
      `-_${long}`,
      `${long}-_`,
    ],
    `${long.slice(0, 1_200)} ${long.slice(1_200)}`,
  ),
)
const space = fc.oneof({ weight: 9, arbitrary: fc.constant('') }, fc.constantFrom(' ', '\n', '\t\r\n'))
const name = fc.oneof({ weight: 60, arbitrary: fc.constant('"image"') }, fc.constantFrom('"im\\u0061ge"', '"images"'))
const member = fc.tuple(name, space, space, spelling).map(([key, a, b, text]) => `${key}${a}:${b}"${text}"`)
const stage = fc
  .tuple(
    fc.oneof({ weight: 30, arbitrary: fc.array(member, { maxLength: 1 }) }, fc.array(member, { maxLength: 2 })),
    fc.boolean(),
  )
  .map(([members, isNamed]) => {
    const named = isNamed ? [`"name":"\\"image\\":\\"${long}\\""`] : []
    return `{${[...named, ...members].join(',')}}`
  })
const body = fc
  .tuple(
    fc.option(member),
    fc.oneof({ weight: 20, arbitrary: fc.array(stage, { maxLength: 3 }) }, fc.array(stage, { maxLength: 4 })),
    fc.oneof({ weight: 20, arbitrary: fc.constantFrom('"x"', `"${long}"`) }, fc.constantFrom('"\\u0000"', '5')),
  )
  .map(([own, stages, title]) => `{${[`"title":${title}`, own, `"stages":[${stages}]`].filter(Boolean).join(',')}}`)
const sent = fc.tuple(body, fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { freq: 8 })).map(([text, cut]) => {
  const whole = Buffer.from(text)
  return cut === null ? whole : whole.subarray(0, Math.floor(cut * whole.length))
})

const numRuns = process.env.SOAK === undefined ? 600 : 1_500

describe('a body whose long Base64 becomes bytes', () => {
  test('has bytes in any place, and short texts as they were sent', async () => {
    const [one, other] = [bytes(2_000), bytes(3_001)]
    const text = {
      title: 'x',
      image: one.toString('base64'),
      stages: [{ name: 'y' }, { image: other.toString('base64') }, { image: 'AAAAA' }],
    }
    expect(await readBytes(JSON.stringify(text, null, 1))).toStrictEqual({
      title: 'x',
      image: one,
      stages: [{ name: 'y' }, { image: other }, { image: 'AAAAA' }],
    })
  })

  test('has bytes also if slashes are escaped and lines are broken, as some writers do', async () => {
    const slashes = Buffer.alloc(200_000, 0xff)
    const lines = bytes(200_000)
    const broken = lines.toString('base64').replaceAll(/.{76}/g, '$&\\r\\n')
    const text = `{"title":"x","image":"${broken}","stages":[{"image":"${slashes.toString('base64').replaceAll('/', '\\/')}"}]}`
    expect(await readBytes(text)).toStrictEqual({ title: 'x', image: lines, stages: [{ image: slashes }] })
  })

  test('keeps a short one as it was sent', async () => {
    expect(await readBytes('{"title":"x","image":"AAAAA"}')).toEqual({ title: 'x', image: 'AAAAA' })
  })

  test('keeps a text where the schema accepts any name, and checks it', async () => {
    const short = bytes(1_200).toString('base64')
    expect(await readBytes(`{"title":"x","image":"${long}","texts":{"image":"${short}"}}`)).toStrictEqual({
      title: 'x',
      image: bytes(3_000),
      texts: { image: short },
    })
    const tooLong = Buffer.from(`{"title":"x","texts":{"image":"${long}"}}`)
    const expected = await outcome(asWhole, tooLong)
    expect(expected).toMatchObject({ faults: [{ pointer: '/texts/image', rule: 'max-length' }] })
    expect(await outcome(asBytes, tooLong)).toStrictEqual(expected)
    const ofFewBytes = createJsonReader(schema, { bodyBase64: 'image' }, { largeBody: 0, rest: 3_000 })
    await expect(ofFewBytes(tooLong, [])).rejects.toMatchObject({ code: 'payload-too-large' })
  })

  test('gives the same result with bytes and as text', async () => {
    const seen = { asBytes: 0, refused: 0 }
    await fc.assert(
      fc.asyncProperty(sent, async (given) => {
        const expected = await outcome(asWhole, given)
        expect(await outcome(asBytes, given)).toStrictEqual(expected)
        if ('code' in expected || expected.faults.length > 0) seen.refused++
        else if (given.length > 3_000) seen.asBytes++
      }),
      { numRuns },
    )
    expect(Math.min(seen.asBytes, seen.refused)).toBeGreaterThan(numRuns / 10)
  })

  test.each([
    ['the same field twice', `{"title":"x","image":"${long}","image":"${long}"}`],
    ['the field where none may be', `{"title":"x","within":{"image":"${long}"}}`],
    ['the name of the field in a text', `{"title":"\\"image\\":\\"${long}","image":"${long}"}`],
    ['the name of the field as a text', `{"title":"image","stages":[{"name":"image"},{"image":"${long}"}]}`],
    ['a text without an end', `{"title":"x","image":"${long}`],
    ['a number in place of the text', `{"title":"x","image":5,"stages":[{"image":"${long}"}]}`],
  ])('with %s is answered alike', async (_, text) => {
    expect(await outcome(asBytes, Buffer.from(text))).toStrictEqual(await outcome(asWhole, Buffer.from(text)))
  })
})
