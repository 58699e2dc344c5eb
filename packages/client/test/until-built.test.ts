import { afterEach, beforeEach, expect, it } from 'vitest'
import { BuildFailedError } from '../src/index.ts'
import { json, type Stub, startStub } from './stub-service.ts'
import { testClient } from './test-client.ts'

let service: Stub
beforeEach(async () => {
  service = await startStub()
})
afterEach(() => service[Symbol.asyncDispose]())

const release = { account: 'A', release: 'link' }
const build = (state: string, percent = 0) => json(200, { state, percent, message: 'no fonts' })

it('untilBuilt polls with pauses that grow to ten seconds', async () => {
  const { client, pauses } = testClient(service)
  const running = Array.from({ length: 8 }, (_, index) => build('running', index))
  service.next(build('waiting'), ...running, build('completed', 100))
  const seen: number[] = []
  const completed = await client.releases.untilBuilt(release, { onProgress: ({ percent }) => seen.push(percent) })
  expect(completed).toMatchObject({ state: 'completed', percent: 100 })
  expect(seen).toEqual([0, 0, 1, 2, 3, 4, 5, 6, 7, 100])
  expect([pauses[0], pauses[1], pauses.at(-1)]).toEqual([1_000, 1_500, 10_000])
})

it('a failed build is an error that contains it', async () => {
  service.next(build('failed', 40))
  const waiting = testClient(service).client.releases.untilBuilt(release)
  await expect(waiting).rejects.toBeInstanceOf(BuildFailedError)
  await expect(waiting).rejects.toMatchObject({ build: { percent: 40 }, message: 'the build failed: no fonts' })
})

it('untilBuilt ends when its signal aborts', async () => {
  service.next(build('running'))
  const controller = new AbortController()
  const reason = new Error('enough')
  const waiting = testClient(service).client.releases.untilBuilt(release, {
    signal: controller.signal,
    onProgress: () => controller.abort(reason),
  })
  await expect(waiting).rejects.toBe(reason)
})
