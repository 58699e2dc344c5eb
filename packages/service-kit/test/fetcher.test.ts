import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFetcher, FetchError, type Fetcher, parseNetworks } from '../src/outbound/index.ts'
import { type Receiver, startReceiver } from '../src/test/https-receiver.ts'

const most = 1_000
let receiver: Receiver
let fetcher: Fetcher

const policyFor = (networks: string) => ({
  admittedNetworks: parseNetworks(networks),
  admittedPorts: [receiver.port],
  authorities: [receiver.certificate],
  timeoutMs: 2_000,
  mostBytes: most,
  userAgent: 'guidebook-test',
})
const fetcherFor = (networks: string) => createFetcher(policyFor(networks))

beforeAll(async () => {
  receiver = await startReceiver()
  fetcher = fetcherFor('127.0.0.0/8')
})
afterAll(async () => {
  await fetcher.close()
  await receiver[Symbol.asyncDispose]()
})

const failure = (url: string, by = fetcher): Promise<unknown> =>
  by.fetch(url).then(
    () => 'it was fetched',
    (error: unknown) => (error instanceof FetchError ? error.message : error),
  )

test('a response is fetched up to the size limit', async () => {
  receiver.answer = (_request, response) => response.end(Buffer.alloc(most, 7))
  expect(await fetcher.fetch(receiver.url)).toEqual(Buffer.alloc(most, 7))
  expect(receiver.received.at(-1)?.headers['user-agent']).toBe('guidebook-test')
})

test('a response above the limit is refused before it is read completely', async () => {
  let broken = false
  receiver.answer = (_request, response) => {
    const more = () => response.write(Buffer.alloc(most)) && setImmediate(more)
    response.on('drain', more).on('close', () => {
      broken = true
    })
    more()
  }
  expect(await failure(receiver.url)).toBe('The answer has more than 1000 bytes.')
  await expect.poll(() => broken).toBe(true)
})

test('a redirect is not followed, and an error status is reported', async () => {
  receiver.answer = (_request, response) => response.writeHead(302, { location: 'https://example.com/' }).end()
  expect(await failure(receiver.url)).toBe('The answer was 302.')
  receiver.answer = (_request, response) => response.writeHead(404).end()
  expect(await failure(receiver.url)).toBe('The answer was 404.')
})

test('an error contains the response status or the kind of failure', async () => {
  const failed = (url = receiver.url) => fetcher.fetch(url).catch((error: unknown) => error)
  receiver.answer = (_request, response) => response.writeHead(404).end()
  expect(await failed()).toMatchObject({ status: 404, outcome: null })
  receiver.answer = (_request, response) => void response.writeHead(200).write('x')
  expect(await failed()).toMatchObject({ status: null, outcome: 'timeout' })
  expect(await failed('https://10.0.0.1/')).toMatchObject({ status: null, outcome: null })
})

test('without TLS only explicitly allowed addresses are fetched, by the same rules', async () => {
  const server = createServer((_request, response) => void response.end('plain'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const fetcherOf = (networks: string) =>
    createFetcher({ ...policyFor(networks), admittedPorts: [port], admitsHttp: true })
  const [open, strict] = [fetcherOf('127.0.0.0/8'), fetcherOf('')]
  try {
    expect((await open.fetch(`http://127.0.0.1:${port}/`)).toString()).toBe('plain')
    expect(await failure(`http://127.0.0.1:${port}/`)).toBe('The address must begin with https://.')
    expect(await failure(`http://127.0.0.1:${port}/`, strict)).toBe('The address must be a public address.')
    expect(await failure(`http://127.0.0.1:${port + 1}/`, open)).toBe(`The address must use port 80, not ${port + 1}.`)
    expect(await failure('ftp://127.0.0.1/', open)).toBe('The address must begin with https:// or http://.')
  } finally {
    await Promise.all([open.close(), strict.close()])
    server.close()
  }
})

test('a response that does not end is aborted', async () => {
  receiver.answer = (_request, response) => void response.writeHead(200).write('x')
  expect(await failure(receiver.url)).toBe('No complete response arrived within the time limit.')
})

test('an internal address is refused, in the URL and after the DNS lookup', async () => {
  await using strict = { fetcher: fetcherFor(''), [Symbol.asyncDispose]: () => strict.fetcher.close() }
  const before = receiver.received.length
  const { port } = receiver
  expect(await failure(`https://127.0.0.1:${port}/`, strict.fetcher)).toBe('The address must be a public address.')
  expect(await failure('http://example.com/')).toBe('The address must begin with https://.')
  const resolving = createFetcher({
    admittedNetworks: [],
    admittedPorts: [port],
    authorities: undefined,
    timeoutMs: 2_000,
    mostBytes: most,
    userAgent: 'x',
    lookup: (_host, _options, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }]),
  })
  expect(await failure(`https://logo.example:${port}/`, resolving)).toBe('The address is not public.')
  await resolving.close()
  expect(receiver.received).toHaveLength(before)
})

test('an abort rejects with the caller’s reason', async () => {
  receiver.answer = () => undefined
  const controller = new AbortController()
  const fetching = fetcher.fetch(receiver.url, controller.signal)
  controller.abort(new Error('not needed'))
  await expect(fetching).rejects.toThrow('not needed')
})
