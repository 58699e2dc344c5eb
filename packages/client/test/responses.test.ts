import { inspect } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ApiError, createClient } from '../src/index.ts'
import { breakOff, hangUp, json, page, problem, type Stub, startStub } from './stub-service.ts'
import { apiKey, testClient } from './test-client.ts'

let service: Stub
beforeEach(async () => {
  service = await startStub()
})
afterEach(() => service[Symbol.asyncDispose]())

const release = { account: 'A', release: 'link' }
const clientOf = () => testClient(service).client

describe('a response', () => {
  it('is returned as its data, or with status and headers', async () => {
    const library = { id: 'x', customId: 'L' }
    const headers = { etag: '"1"', 'x-request-id': 'req-7', 'idempotency-replayed': 'true' }
    service.next(json(201, library, headers))
    const call = clientOf().content.libraries.create({ account: 'A', customId: 'L', names: { en: 'L' } })
    const response = await call.withResponse()
    expect(response).toMatchObject({ data: library, status: 201, etag: '"1"', requestId: 'req-7', replayed: true })
    expect(await call).toEqual(library)
  })

  it('has the earlier data while nothing has changed', async () => {
    service.next(json(200, { devices: 2 }, { etag: '"a"' }), (response) => response.writeHead(304).end())
    const client = clientOf()
    const first = await client.releases.read(release).withResponse()
    const again = await client.releases.read(release, { previous: first }).withResponse()
    expect(service.received[1]?.headers['if-none-match']).toBe('"a"')
    expect([again.notModified, again.data]).toEqual([true, first.data])
  })

  it('of a proxy is an error, not data', async () => {
    service.next(page(200, '<html>Please log in</html>'))
    await expect(clientOf().releases.read(release)).rejects.toMatchObject({ status: 200, code: null })
  })

  it('that redirects is an error and is not followed', async () => {
    service.next(page(308, '', { location: `${service.url}/elsewhere` }))
    await expect(clientOf().releases.setApp(release, true)).rejects.toMatchObject({ status: 308 })
    expect(service.received).toHaveLength(1)
  })
})

describe('an error response', () => {
  it('is an ApiError with status, code, title, request id, all faults and Retry-After', async () => {
    const faults = [{ pointer: '/arrivaldate', code: 'trip-outside-period', message: 'must lie within the period' }]
    service.next(problem(422, 'trip-outside-period', { 'retry-after': '3' }, faults))
    const error = await clientOf()
      .releases.setDevices(release, 3)
      .catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({
      operation: 'setReleaseDevices',
      status: 422,
      code: 'trip-outside-period',
      title: 'trip-outside-period',
      detail: 'about trip-outside-period',
      requestId: 'req-1',
      retryAfter: 3,
      faults,
      message:
        'setReleaseDevices: 422 trip-outside-period: about trip-outside-period; /arrivaldate must lie within the period',
    })
  })

  it('without a problem document still has the request id', async () => {
    service.next(json(403, { message: 'blocked' }, { 'x-request-id': 'proxy-1' }))
    await expect(clientOf().releases.read(release)).rejects.toMatchObject({
      status: 403,
      code: null,
      title: null,
      requestId: 'proxy-1',
      faults: [],
      retryAfter: null,
    })
  })

  it('is handled once when only withResponse() is awaited', async () => {
    service.next(problem(404, 'not-found'))
    await expect(clientOf().releases.read(release).withResponse()).rejects.toBeInstanceOf(ApiError)
  })
})

it('conditions and further headers are sent', async () => {
  service.next(json(200, {}))
  await clientOf().releases.setLanguage(release, 'fr', { ifMatch: '"b"', headers: { 'x-request-id': 'mine' } })
  expect(service.received[0]).toMatchObject({
    method: 'PATCH',
    url: '/content/release/A/link/lang/fr',
    headers: { 'if-match': '"b"', 'x-request-id': 'mine', authorization: apiKey },
  })
})

it('path parameters are encoded, and dot segments are refused', async () => {
  const client = clientOf()
  service.next(json(200, {}))
  await client.content.libraries.read({ customId: 'a/b ?ü' })
  expect(service.received[0]?.url).toBe('/content/library/a%2Fb%20%3F%C3%BC')
  for (const geodata_id of ['', '.', '..']) {
    await expect(client.content.items.delete({ geodata_id })).rejects.toBeInstanceOf(TypeError)
  }
  expect(service.received).toHaveLength(1)
})

it('a base URL may have a path and a trailing slash', async () => {
  service.next(json(200, {}))
  await testClient({ url: `${service.url}/api/` }).client.account.read()
  expect(service.received[0]?.url).toBe('/api/account')
})

it('the client sends its name and version', async () => {
  service.next(json(200, {}))
  await testClient(service, { userAgent: 'my-shop/2' }).client.account.read()
  expect(service.received[0]?.headers['user-agent']).toMatch(/^my-shop\/2 guidebook-client\/\d+\.\d+\.\d+$/)
})

describe('a list', () => {
  const pages = [
    { items: [1, 2], nextCursor: 'c1' },
    { items: [], nextCursor: 'c2' },
    { items: [3], nextCursor: null },
  ]
  const query = { account: 'A', state: 'upcoming', limit: 2 } as const

  it('is read to the end, page by page', async () => {
    service.next(...pages.map((one) => json(200, one)))
    expect(await Array.fromAsync(clientOf().releases.list(query))).toEqual([1, 2, 3])
    const path = '/content/release/A?state=upcoming&limit=2'
    expect(service.received.map(({ url }) => url)).toEqual([path, `${path}&cursor=c1`, `${path}&cursor=c2`])
  })

  it('requests no page that is not read', async () => {
    service.next(json(200, pages[0]))
    for await (const item of clientOf().releases.list(query)) if (item !== undefined) break
    expect(service.received).toHaveLength(1)
  })

  it('can be read one page at a time', async () => {
    service.next(json(200, pages[0]), json(200, pages[2]))
    const client = clientOf()
    const { nextCursor } = await client.account.imports.list({ limit: 2 }).page()
    const last = await client.account.imports.list({ limit: 2, cursor: nextCursor ?? '' }).page()
    expect(last).toEqual(pages[2])
    expect(service.received[1]?.url).toBe('/account/imports?limit=2&cursor=c1')
  })
})

it('the rows of an import are requested page by page while they are read', async () => {
  const row = (number: number) => ({ row: number, status: 'created' })
  service.next(json(200, { rows: [row(1), row(2)], nextCursor: 'c1' }), json(200, { rows: [row(3)], nextCursor: null }))
  const rows = []
  for await (const { row: number } of clientOf().account.imports.rows({ run: 'r' }, { status: 'created' }))
    rows.push(number)
  expect(rows).toEqual([1, 2, 3])
  const path = '/account/imports/r?status=created'
  expect(service.received.map(({ url }) => url)).toEqual([path, `${path}&cursor=c1`])
})

describe('a download', () => {
  it('is a stream', async () => {
    service.next((response) => response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF-'))
    const response = await clientOf().releases.downloadRoadbook(release)
    expect(response.headers.get('content-type')).toBe('application/pdf')
    expect(await response.text()).toBe('%PDF-')
  })

  it('that is cut off fails where it is read', async () => {
    service.next(breakOff)
    const response = await clientOf().content.items.downloadGeojson({ geodata_id: 'x' })
    await expect(response.text()).rejects.toBeInstanceOf(TypeError)
  })

  it('is not transferred again while the file has not changed', async () => {
    service.next((response) => response.writeHead(304).end())
    const response = await clientOf().releases.downloadGpx(release, { ifNoneMatch: '"z"' })
    expect([response.status, service.received[0]?.headers['if-none-match']]).toEqual([304, '"z"'])
  })
})

describe('the API key', () => {
  it('does not appear in the client or in errors', async () => {
    service.next(problem(401, 'unauthorized'), hangUp)
    const client = clientOf()
    const refusal = await client.account.read().catch((error: unknown) => error)
    const unreached = await client.account.read({ retries: 0 }).catch((error: unknown) => error)
    for (const shown of [client, refusal, unreached]) {
      expect(inspect(shown, { depth: 20, showHidden: true })).not.toContain(apiKey)
    }
  })

  it.each(['gbk_live_secret\n', 'gbk live secret', 'gbk_live_sécret', ''])(
    '%j is refused at once and not repeated in the error',
    (given) => {
      expect(() => createClient({ baseUrl: service.url, apiKey: given })).toThrow(/^apiKey must be the key alone/)
    },
  )
})

it.each(['', 'api.example.com', 'ftp://api.example.com', 'https://name:word@api.example.com'])(
  'the base URL %j is refused at once',
  (baseUrl) => {
    expect(() => createClient({ baseUrl, apiKey })).toThrow(/^baseUrl must/)
  },
)
