import { Type } from 'typebox'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { route } from '../../src/index.ts'
import { operation, sendJson, type TestApp, testApp } from './test-app.ts'

const point = Type.Object(
  { lat: Type.Number({ minimum: -90, maximum: 90 }), lon: Type.Number() },
  { additionalProperties: false },
)
const answer = Type.Object({ points: Type.Integer(), sum: Type.Number(), name: Type.String() })
const array = Type.Array(point, { minItems: 2, maxItems: 20_000 })
const shared = {
  method: 'POST',
  bodyLimitBytes: 30_000_000,
  body: Type.Object({ points: array, name: Type.String() }, { additionalProperties: false }),
  responses: { 200: { description: 'What came.', body: answer } },
} as const
const asColumns = operation({
  ...shared,
  path: '/line',
  bodyColumns: { field: 'points', names: ['lat', 'lon'], array, most: 40_000 },
})
const asItems = operation({ ...shared, path: '/items', bodyValues: 1_000_000 })

const sumOf = (numbers: Iterable<number>) => {
  let sum = 0
  for (const number of numbers) sum += number
  return sum
}

let app: TestApp
beforeAll(async () => {
  app = await testApp([
    route(asColumns, async ({ body: { points, name } }) => {
      return { status: 200, body: { points: points.lon.length, sum: sumOf(points.lat), name } }
    }),
    route(asItems, async ({ body: { points, name } }) => {
      return { status: 200, body: { points: points.length, sum: sumOf(points.map(({ lat }) => lat)), name } }
    }),
  ])
})
afterAll(() => app.stop())

const points = Array.from({ length: 20_000 }, (_, index) => ({ lat: Math.sin(index / 900) * 80, lon: index / 1e3 }))
const good = JSON.stringify({ points, name: 'Paß ⛰' })
/** The text with its last occurrence of a substring replaced. */
const instead = (last: string, other: string) => {
  const at = good.lastIndexOf(last)
  return good.slice(0, at) + other + good.slice(at + last.length)
}

async function answerOf(path: string, body: string) {
  const response = await app.fetch(path, sendJson(body))
  const { requestId: _, instance: __, ...rest } = (await response.json()) as Record<string, unknown>
  if (typeof rest.detail === 'string') rest.detail = rest.detail.replace(/ \(line.*\)/, '')
  return [response.status, rest]
}

describe('a large body with an array that is read as columns', () => {
  test('gives the handler the numbers of 20,000 items', async () => {
    const expected = { points: 20_000, sum: sumOf(points.map(({ lat }) => lat)), name: 'Paß ⛰' }
    expect(await answerOf('/line', good)).toEqual([200, expected])
  })

  test.each([
    ['a number out of range at its end', instead('"lon":', '"lat":99,"lon":'), 422],
    ['an unknown field at its end', instead('"lat":', '"alt":5,"lat":'), 422],
    ['too many items', instead('}]', '},{"lat":1,"lon":2}]'), 422],
    ['a fault beside the array', instead('"name":"Paß', '"name":5,"nmae":"'), 422],
    ['a duplicate array', instead('"name"', '"points":[],"name"'), 422],
    ['a trailing comma', instead('}]', '},]'), 400],
    ['a truncated text', good.slice(0, -2), 400],
  ])('with %s is refused like any other', async (_, body, status) => {
    const expected = await answerOf('/items', body)
    expect(expected[0]).toBe(status)
    expect(await answerOf('/line', body)).toEqual(expected)
  })
})
