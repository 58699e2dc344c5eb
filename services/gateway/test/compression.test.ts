import { request as ask } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { eventually } from '@guidebook/service-kit/test'
import { beforeEach, describe, expect } from 'vitest'
import { json } from './fake-service.ts'
import { type Fixture, test } from './fixture.ts'

let fixture: Fixture
let key: string
test.beforeAll(async ({ shared }) => {
  fixture = shared
  fixture.forget()
  key = (await fixture.account()).key ?? ''
})
beforeEach(() => fixture.forget())

interface Raw {
  status: number
  headers: Record<string, string | string[] | undefined>
  bytes: Buffer
}

/** As the bytes came: fetch would unpack them. */
const raw = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Raw> =>
  new Promise((resolve, reject) => {
    const sent = ask(
      `${fixture.gateway.url}${path}`,
      { method, headers: { authorization: key, ...headers } },
      (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('error', reject)
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, bytes: Buffer.concat(chunks) }),
        )
      },
    )
    sent.on('error', reject)
    sent.end()
  })

const large = (count: number) => ({
  items: Array.from({ length: count }, (_, index) => ({ index, name: `Item ${index}` })),
})
const answering = (body: unknown, headers: Record<string, string> = {}) =>
  fixture.fakes.geodata.answer((_, response) => json(response, 200, body, headers))

describe.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
] as const)('%s', (coding, unpack) => {
  test.each([
    ['that is collected', 100],
    ['that is passed on as it comes', 20_000],
  ])('compresses an answer %s', async (_, count) => {
    answering(large(count), { etag: '"7"' })
    const { headers, bytes } = await raw('/content/geodata/x', { 'accept-encoding': coding })
    expect(headers).toMatchObject({ 'content-encoding': coding, vary: 'Accept-Encoding', etag: `"7+${coding}"` })
    expect(JSON.parse(unpack(bytes).toString())).toEqual(large(count))
  })
})

test('nothing is compressed for who does not ask, but that it varies is said', async () => {
  answering(large(100))
  const { headers, bytes } = await raw('/content/geodata/x')
  expect(headers['content-encoding']).toBeUndefined()
  expect(headers.vary).toBe('Accept-Encoding')
  expect(Number(headers['content-length'])).toBe(bytes.length)
})

test.each([
  ['what fits into a packet', { a: 1 }, {}],
  ['what is compressed already', large(100), { 'content-encoding': 'gzip' }],
  ['what must not be transformed', large(100), { 'cache-control': 'no-transform' }],
  ['archives', large(100), { 'content-type': 'application/zip' }],
])('%s goes out as it is', async (_, body, headers) => {
  answering(body, headers)
  const answer = await raw('/content/geodata/x', { 'accept-encoding': 'br' })
  expect(answer.bytes.toString()).toBe(JSON.stringify(body))
  expect(answer.headers['content-encoding']).toBe((headers as Record<string, string>)['content-encoding'])
})

test('events of a stream leave as they happen', async () => {
  const end = Promise.withResolvers<void>()
  fixture.fakes.releases.answer(async (_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write('data: first\n\n')
    await end.promise
    response.end('data: last\n\n')
  })
  const response = await fetch(`${fixture.gateway.url}/t/link`, { headers: { 'accept-encoding': 'br' } })
  const reader = response.body?.getReader()
  expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('data: first\n\n')
  end.resolve()
  expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('data: last\n\n')
})

test('the tag of a compressed answer serves to ask again and to change', async () => {
  fixture.fakes.geodata.answer((request, response) => {
    if (request.headers['if-none-match'] === '"7"') response.writeHead(304, { etag: '"7"' }).end()
    else json(response, 200, large(100), { etag: '"7"' })
  })
  const again = await raw('/content/geodata/x', { 'accept-encoding': 'br', 'if-none-match': '"7+br"' })
  expect([again.status, again.headers.etag]).toEqual([304, '"7+br"'])
  await fixture.as(key)('PUT', '/content/library/x', { json: {}, headers: { 'if-match': '"7+br"' } })
  expect(fixture.last('geodata').headers['if-match']).toBe('"7"')
})

test('a compressed answer that breaks off is cut at the client, and nothing else breaks', async () => {
  fixture.fakes.geodata.answer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 10_000_000 })
    response.write(Buffer.alloc(1_000_000, 0x20), () => response.destroy())
  })
  await expect(raw('/content/geodata/x', { 'accept-encoding': 'br' })).rejects.toThrow()
  expect((await raw('/account')).status).toBe(200)
})

test('a client that leaves a compressed answer ends the request at the service', async () => {
  let ended = false
  fixture.fakes.geodata.answer((_, response) => {
    response.once('close', () => {
      ended = true
    })
    response.writeHead(200, { 'content-type': 'application/json' })
    response.write('['.padEnd(1_000_000))
  })
  const leaving = new AbortController()
  const response = await fetch(`${fixture.gateway.url}/content/geodata/x`, {
    headers: { authorization: key, 'accept-encoding': 'gzip' },
    signal: leaving.signal,
  })
  expect(response.status).toBe(200)
  leaving.abort()
  await eventually(() => ended)
})
