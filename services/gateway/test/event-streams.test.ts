import type { ServerResponse } from 'node:http'
import { eventually } from '@guidebook/service-kit/test'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { json } from './fake-service.ts'
import { type Fixture, startFixture } from './fixture.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await startFixture({ UPSTREAM_CONNECTIONS: '10' })
})
afterAll(() => fixture[Symbol.asyncDispose]())

/** Streams that the service has open. */
let open: Set<ServerResponse>
beforeEach(() => {
  open = new Set()
  fixture.forget()
  fixture.fakes.releases.answer((request, response) => {
    if (!request.url?.endsWith('/events')) return void json(response, 200, {})
    open.add(response)
    response.once('close', () => open.delete(response))
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write('data: first\n\n')
  })
})

const pathOf = (account: Record<string, string>) => `/content/release/${account.id}/link/build/events`
async function follow(account: Record<string, string>, url = fixture.gateway.url, signal: AbortSignal | null = null) {
  const response = await fetch(url + pathOf(account), { headers: { authorization: account.key ?? '' }, signal })
  const reader = response.body?.getReader()
  const read = async () => Buffer.from((await reader?.read())?.value ?? []).toString()
  return { status: response.status, headers: response.headers, read, leave: () => reader?.cancel() }
}

test('streams take no place of requests, and an account has at most twenty', async () => {
  const [busy, calm] = [await fixture.account(), await fixture.account()]
  // More than the connections for requests.
  const streams = await Promise.all(Array.from({ length: 20 }, () => follow(busy)))
  expect(streams.map(({ status }) => status)).toEqual(Array(20).fill(200))
  expect((await fixture.as(calm.key ?? '')('GET', `/content/release/${calm.id}/link`)).status).toBe(200)

  const refused = await fixture.as(busy.key ?? '')('GET', pathOf(busy))
  expect(refused).toMatchObject({ status: 429, body: { code: 'rate-limited' } })
  expect(refused.body.detail).toContain('20 streams')
  expect(refused.headers.get('retry-after')).toBe('30')
  expect((await follow(calm)).status).toBe(200)

  await streams[0]?.leave()
  await eventually(async () => (await follow(busy)).status === 200)
  for (const response of open) response.end()
  await eventually(() => open.size === 0)
})

test('a stream ends in good order when its key is revoked', async () => {
  const account = await fixture.account()
  const stream = await follow(account)
  expect(await stream.read()).toBe('data: first\n\n')
  await fixture.admin('DELETE', `/admin/accounts/${account.id}/keys/${account.keyId}`)
  expect(await stream.read()).toBe('')
  await eventually(() => open.size === 0)
  expect((await follow(account)).status).toBe(401)
})

test('a gateway that stops ends its streams in good order, and soon', async () => {
  const account = await fixture.account()
  const replica = await fixture.startReplica()
  const stream = await follow(account, replica.url)
  expect(await stream.read()).toBe('data: first\n\n')
  const stopped = replica.stop()
  expect(await stream.read()).toBe('')
  await stopped
  await eventually(() => open.size === 0)
})

test('a client that leaves frees the stream at the service', async () => {
  const leaving = new AbortController()
  const stream = await follow(await fixture.account(), undefined, leaving.signal)
  await stream.read()
  expect(open.size).toBe(1)
  leaving.abort()
  await eventually(() => open.size === 0)
})
