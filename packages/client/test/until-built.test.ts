import { afterEach, beforeEach, expect, it } from 'vitest'
import { BuildFailedError } from '../src/index.ts'
import { patientClient } from './patient-client.ts'
import { json, type StandIn, startStandIn } from './stand-in-service.ts'

let service: StandIn
beforeEach(async () => {
  service = await startStandIn()
})
afterEach(() => service[Symbol.asyncDispose]())

const release = { account: 'A', release: 'link' }
const build = (state: string, percent = 0) => json(200, { state, percent, message: 'no fonts' })

it('a build is waited for, with pauses that grow up to ten seconds', async () => {
  const { client, pauses } = patientClient(service)
  const running = Array.from({ length: 8 }, (_, index) => build('running', index))
  service.next(build('waiting'), ...running, build('completed', 100))
  const seen: number[] = []
  const completed = await client.releases.untilBuilt(release, { onProgress: ({ percent }) => seen.push(percent) })
  expect(completed).toMatchObject({ state: 'completed', percent: 100 })
  expect(seen).toEqual([0, 0, 1, 2, 3, 4, 5, 6, 7, 100])
  expect([pauses[0], pauses[1], pauses.at(-1)]).toEqual([1_000, 1_500, 10_000])
})

it('a build that failed is an error that holds it', async () => {
  service.next(build('failed', 40))
  const waiting = patientClient(service).client.releases.untilBuilt(release)
  await expect(waiting).rejects.toBeInstanceOf(BuildFailedError)
  await expect(waiting).rejects.toMatchObject({ build: { percent: 40 }, message: 'the build failed: no fonts' })
})

it('waiting ends when it is given up', async () => {
  service.next(build('running'))
  const controller = new AbortController()
  const reason = new Error('enough')
  const waiting = patientClient(service).client.releases.untilBuilt(release, {
    signal: controller.signal,
    onProgress: () => controller.abort(reason),
  })
  await expect(waiting).rejects.toBe(reason)
})
