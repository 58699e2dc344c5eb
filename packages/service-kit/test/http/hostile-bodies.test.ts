import { Type } from 'typebox'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { LargeBodies } from '../../src/http/large-bodies.ts'
import { route } from '../../src/index.ts'
import { operation, sendJson, type TestApp, testApp } from './test-app.ts'

const closed = { additionalProperties: false }
const point = Type.Object({ lat: Type.Number(), lon: Type.Number() }, closed)
const array = Type.Array(point, { minItems: 2, maxItems: 200_000 })
const bodyLimitBytes = 64 * 1024 * 1024
const ok = Type.Object({}, closed)
const line = operation({
  method: 'POST',
  path: '/line',
  bodyLimitBytes,
  body: Type.Object({ points: array, image: Type.Optional(Type.String()) }, closed),
  bodyColumns: { field: 'points', names: ['lat', 'lon'], array, most: 250_000 },
  bodyBase64: 'image',
  responses: { 200: { description: 'Read.', body: ok } },
})
const form = operation({
  method: 'POST',
  path: '/form',
  bodyLimitBytes,
  body: Type.Object({ name: Type.String() }, closed),
  responses: { 200: { description: 'Read.', body: ok } },
})
const greeting = operation({
  method: 'GET',
  path: '/greeting',
  responses: { 200: { description: 'Hello.', body: ok } },
})

/** The handler of `/form` waits for this. */
let work = Promise.resolve()
let started = 0
let app: TestApp
beforeAll(async () => {
  app = await testApp(
    [
      route(line, async () => ({ status: 200, body: {} })),
      route(form, async () => {
        started++
        await work
        return { status: 200, body: {} }
      }),
      route(greeting, async () => ({ status: 200, body: {} })),
    ],
    { largeBodies: new LargeBodies({ places: 2, mostWaiting: 2 }) },
  )
})
afterAll(() => app.stop())

const mebibyte = 1024 * 1024
const post = (path: string, body: string) => app.fetch(path, sendJson(body))
async function problemOf(response: Response) {
  const { code, detail, errors } = (await response.json()) as Record<string, unknown>
  return { status: response.status, code, detail, errors }
}

describe('a hostile body', () => {
  test.each([
    [
      'too many empty arrays',
      '/line',
      `{"points":5,"image":[${'[],'.repeat(30_000)}`,
      'than 25000 values beside its points and image',
    ],
    ['too many names', '/form', `{${'"a":1,'.repeat(30_000)}`, 'than 25000 values'],
    ['too many points', '/line', `{"points":[${'{"lat":1,"lon":2},'.repeat(260_000)}`, 'than 250000 points'],
    [
      'a text of megabytes',
      '/line',
      `{"name":"${'x'.repeat(9 * mebibyte)}`,
      'than 8388608 bytes beside its points and image',
    ],
    [
      'a point of megabytes',
      '/line',
      `{"points":[{"lat":"${'x'.repeat(9 * mebibyte)}`,
      'bytes beside its points and image',
    ],
  ])('of %s is refused with 413 and says which limit it exceeds, without being built', async (_, path, body, limit) => {
    // The body is cut off: a reader that builds it before it counts would refuse it as `malformed-json`.
    const problem = await problemOf(await post(path, body))
    expect(problem).toMatchObject({ status: 413, code: 'payload-too-large' })
    expect(problem.detail).toContain(limit)
  })

  test('with more points than the schema allows gets the fault of the schema', async () => {
    const problem = await problemOf(
      await post('/line', `{"points":[${'{"lat":1,"lon":2},'.repeat(200_000)}{"lat":1,"lon":2}]}`),
    )
    expect(problem).toMatchObject({
      status: 422,
      errors: [{ pointer: '/points', message: 'must have at most 200000 items' }],
    })
  })

  test('gets at most a hundred faults, with short pointers even for long names', async () => {
    const long = 'n'.repeat(4 * mebibyte)
    const response = await post('/form', `{"${long}":[${'"\\u0000",'.repeat(500)}1]}`)
    const text = await response.text()
    expect(response.status).toBe(422)
    expect(JSON.parse(text).errors).toHaveLength(100)
    expect(text.length).toBeLessThan(100_000)
  })
})

describe('while a large body is read', () => {
  test('other requests get responses, even when the body has a fault at its end', async () => {
    const points = Array.from({ length: 200_000 }, (_, index) => ({ lat: index / 1e6, lon: index / 1e6 }))
    const body = JSON.stringify({ points: [...points.slice(1), { lat: 'north', lon: 1 }] })
    let isRead = false
    const reading = post('/line', body).finally(() => {
      isRead = true
    })
    let answered = 0
    while (!isRead) {
      expect((await app.fetch('/greeting')).status).toBe(200)
      answered++
    }
    expect(await problemOf(await reading)).toMatchObject({ status: 422, errors: [{ pointer: '/points/199999/lat' }] })
    expect(answered).toBeGreaterThan(10)
  })
})

describe('large bodies of one account', () => {
  test('are read one after the other, and get 503 when the queue is full', async () => {
    const body = `{"name":"${'x'.repeat(2 * mebibyte)}"}`
    const { promise, resolve } = Promise.withResolvers<void>()
    work = promise
    const answers = [post('/form', body)]
    await vi.waitFor(() => expect(started).toBe(1), { timeout: 60_000 })
    answers.push(post('/form', body), post('/form', body), post('/form', body))
    const refused = await Promise.race(answers)
    expect(await problemOf(refused)).toMatchObject({ status: 503, code: 'part-unavailable' })
    expect(refused.headers.get('retry-after')).toBe('5')
    expect(started).toBe(1)
    resolve()
    const statuses = (await Promise.all(answers)).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, 200, 200, 503])
  })
})
