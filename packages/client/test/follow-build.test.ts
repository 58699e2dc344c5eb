import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Build } from '../src/index.ts'
import { hangUp, problem, type Reaction, type Stub, startStub } from './stub-service.ts'
import { testClient } from './test-client.ts'

let service: Stub
beforeEach(async () => {
  service = await startStub()
})
afterEach(() => service[Symbol.asyncDispose]())

const release = { account: 'A', release: 'link' }
const events =
  (text: string, end: 'ends' | 'breaks' | 'stays'): Reaction =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(text, () => {
      if (end === 'ends') response.end()
      if (end === 'breaks') response.destroy()
    })
  }
const at = (percent: number) => `event: build\ndata: {"percent":${percent}}\n\n`

it('every change is reported once, across connections that end and break', async () => {
  service.next(
    events(`retry: 2000\n\n${at(10)}:\n\nevent: other\ndata: 1\n\n${at(20)}event: build\nda`, 'breaks'),
    events(at(20), 'ends'),
    events(at(20) + at(90), 'ends'),
    problem(404, 'not-found'),
  )
  const seen: number[] = []
  const { client, pauses } = testClient(service)
  const following = (async () => {
    for await (const build of client.releases.followBuild(release)) seen.push(build.percent)
  })()
  await expect(following).rejects.toMatchObject({ code: 'not-found' })
  expect(seen).toEqual([10, 20, 90])
  expect(pauses).toEqual([2_000, 2_000, 2_000])
  expect(service.received.map(({ url }) => url)).toEqual(Array(4).fill('/content/release/A/link/build/events'))
})

it('followBuild continues after an outage that is longer than the retries of a request', async () => {
  service.next(
    ...[problem(503, 'part-unavailable'), problem(503, 'part-unavailable'), hangUp, hangUp],
    problem(429, 'rate-limited', { 'retry-after': '300' }),
    events(at(10), 'ends'),
    problem(404, 'not-found'),
  )
  const seen: number[] = []
  const { client, pauses } = testClient(service, { retries: 1 })
  const following = (async () => {
    for await (const build of client.releases.followBuild(release)) seen.push(build.percent)
  })()
  await expect(following).rejects.toMatchObject({ code: 'not-found' })
  expect(seen).toEqual([10])
  // A request and its retry, twice; then the wait that the service asks for, which is longer than a request may take.
  expect(pauses).toEqual([500, 2_000, 500, 2_000, 300_000, 2_000])
})

it('followBuild ends when its signal aborts or the loop is left', async () => {
  service.next(events(at(10), 'stays'), events(at(10), 'stays'))
  const { client } = testClient(service)
  const controller = new AbortController()
  const following = client.releases.followBuild(release, { signal: controller.signal })
  await following.next()
  const waiting = following.next()
  controller.abort(new Error('enough'))
  await expect(waiting).rejects.toThrow('enough')

  const seen: Build[] = []
  for await (const build of client.releases.followBuild(release)) {
    seen.push(build)
    break
  }
  expect(seen).toMatchObject([{ percent: 10 }])
})
