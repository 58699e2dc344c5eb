import type { ServerResponse } from 'node:http'
import { eventually } from '@guidebook/service-kit/test'
import { expect } from 'vitest'
import { json } from './fake-service.ts'
import { type OtherGateway, test } from './fixture.ts'
import { head, openClients } from './raw-client.ts'

interface Pending {
  url: string
  response: ServerResponse
}

/** Requests that the service answers when the test wants, the oldest first. */
function holdRequests({ fakes }: OtherGateway) {
  const pending: Pending[] = []
  for (const fake of [fakes.geodata, fakes.releases])
    fake.answer(({ url = '' }, response) => pending.push({ url, response }))
  const answerOldest = () => {
    const oldest = pending.shift()
    if (oldest) json(oldest.response, 200, {})
  }
  return {
    pending,
    answerOldest,
    /** Answers until all of these requests are answered; returns their statuses. */
    async answerAll(requests: Promise<{ status: number }>[]): Promise<number[]> {
      let open = true
      const answers = Promise.all(requests).finally(() => {
        open = false
      })
      await eventually(() => {
        answerOldest()
        return !open
      })
      return (await answers).map(({ status }) => status)
    },
  }
}

const times = <T>(count: number, make: () => T) => Array.from({ length: count }, make)
const read = (fixture: OtherGateway, { key = '' }: Record<string, string>, item = 'x') =>
  fixture.as(key)('GET', `/content/geodata/${item}`)

test('an account has only so many requests under way, and other accounts are not affected', async ({ shared }) => {
  await using fixture = await shared.startOther({ CONCURRENT_REQUESTS_PER_ACCOUNT: '3' })
  const [busy, calm] = [await fixture.account(), await fixture.account()]
  const { pending, answerAll } = holdRequests(fixture)
  const requests = times(3, () => read(fixture, busy))
  await eventually(() => pending.length === 3)

  const refused = await read(fixture, busy)
  expect(refused).toMatchObject({ status: 429, body: { code: 'rate-limited' } })
  expect(refused.body.detail).toContain('3 requests are under way')
  expect(refused.headers.get('retry-after')).toBe('1')

  expect(await answerAll([...requests, read(fixture, calm)])).toEqual([200, 200, 200, 200])
  expect(await answerAll([read(fixture, busy)])).toEqual([200])
})

test('travellers at one network address have only so many requests under way, and others are not affected', async ({
  shared,
}) => {
  await using fixture = await shared.startOther({ TRUSTED_PROXIES: '1', CONCURRENT_REQUESTS_PER_ADDRESS: '3' })
  const visit = (address: string) => fixture.call('GET', '/t/link', { headers: { 'x-forwarded-for': address } })
  const { pending, answerAll } = holdRequests(fixture)
  const requests = times(3, () => visit('203.0.113.7'))
  await eventually(() => pending.length === 3)
  expect((await visit('203.0.113.7')).status).toBe(429)
  expect(await answerAll([...requests, visit('203.0.113.8')])).toEqual([200, 200, 200, 200])
  expect(await answerAll([visit('203.0.113.7')])).toEqual([200])
})

test('a long queue of one account holds its part of the connections, and lets others go first', async ({ shared }) => {
  await using fixture = await shared.startOther({ UPSTREAM_CONNECTIONS: '4', UPSTREAM_CONNECTIONS_PER_ACCOUNT: '3' })
  const [greedy, second, third] = [await fixture.account(), await fixture.account(), await fixture.account()]
  const { pending, answerOldest, answerAll } = holdRequests(fixture)
  const requests = times(60, () => read(fixture, greedy, 'greedy'))
  await eventually(() => pending.length === 3)
  requests.push(read(fixture, second, 'second'))
  await eventually(() => pending.length === 4)

  const [client] = await openClients(fixture.gateway.url, 1)
  const key = { Authorization: third.key ?? '' }
  // The gateway handles both at once; when it has answered the first, the second waits.
  await client?.send(head('GET', '/account', key) + head('GET', '/content/geodata/third', key)).status()
  let answered = 0
  await eventually(() => {
    if (pending.some(({ url }) => url.endsWith('/third'))) return true
    answerOldest()
    answered++
    return false
  })
  expect(answered).toBeLessThan(20)
  expect(new Set(await answerAll(requests))).toEqual(new Set([200]))
  client?.socket.destroy()
})

test('travellers at one network address hold few connections, and neither others nor accounts wait for them', async ({
  shared,
}) => {
  await using fixture = await shared.startOther({
    TRUSTED_PROXIES: '1',
    UPSTREAM_CONNECTIONS: '3',
    UPSTREAM_CONNECTIONS_PER_ADDRESS: '2',
  })
  const calm = await fixture.account()
  const visit = (link: string, address: string) =>
    fixture.call('GET', `/t/${link}`, { headers: { 'x-forwarded-for': address } })
  const { pending, answerAll } = holdRequests(fixture)
  const requests = times(20, () => visit('hotel', '203.0.113.7'))
  await eventually(() => pending.length === 2)
  requests.push(visit('other', '203.0.113.8'))
  await eventually(() => pending.some(({ url }) => url.endsWith('/other')))
  requests.push(read(fixture, calm))
  await eventually(() => pending.length === 4)
  expect(new Set(await answerAll(requests))).toEqual(new Set([200]))
})

test('a request waits for a connection no longer than the setting says', async ({ shared }) => {
  await using fixture = await shared.startOther({ UPSTREAM_CONNECTIONS: '1', UPSTREAM_WAIT: '200ms' })
  const [first, second] = [await fixture.account(), await fixture.account()]
  const { pending, answerAll } = holdRequests(fixture)
  const held = read(fixture, first)
  await eventually(() => pending.length === 1)
  const { status, body, headers } = await read(fixture, second)
  expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'part-unavailable', '5'])
  expect(await answerAll([held])).toEqual([200])
})

test('an account has only so many diagnoses under way, and another one is not affected', async ({ shared }) => {
  await using fixture = await shared.startOther({})
  const [busy, calm] = [await fixture.account(), await fixture.account()]
  const pending: Pending[] = []
  fixture.fakes.releases.answer(({ url = '' }, response) => pending.push({ url, response }))
  const of = ({ id = '' }: Record<string, string>) => pending.filter(({ url }) => url.includes(id))
  const diagnose = ({ id, key = '' }: Record<string, string>) =>
    fixture.as(key)('GET', `/content/release/${id}/unknown-link/diagnosis`)
  const answers = times(6, () => diagnose(busy))
  await eventually(() => of(busy).length === 4)
  answers.push(diagnose(calm))
  await eventually(() => of(calm).length === 1)
  expect(of(busy)).toHaveLength(4)

  const nothing = (response: ServerResponse) => json(response, 200, { releases: [] })
  fixture.fakes.releases.answer((_, response) => nothing(response))
  for (const { response } of pending) nothing(response)
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(answers.map(() => 404))
})
