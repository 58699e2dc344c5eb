import { ApiError } from '@guidebook/client'
import { expect, test } from 'vitest'
import { actOnAll } from './act-on-all.ts'

const numbers = Array.from({ length: 20 }, (_, index) => index)
const never = new AbortController().signal
const refused = (status: number) =>
  new ApiError('setReleaseLocked', {
    status,
    code: status === 401 ? 'unauthorized' : 'release-locked',
    title: null,
    detail: 'refused',
    requestId: null,
    faults: [],
    retryAfter: null,
  })

test('four at a time are done; failures are listed and stop nothing', async () => {
  let [running, most] = [0, 0]
  const progress: number[] = []
  const { done, failed } = await actOnAll(
    numbers,
    async (number) => {
      most = Math.max(most, ++running)
      await Promise.resolve()
      running--
      if (number % 7 === 3) throw refused(409)
    },
    { signal: never, onProgress: (settled) => progress.push(settled) },
  )
  expect(most).toBe(4)
  expect(failed.map(({ item }) => item)).toEqual([3, 10, 17])
  expect(done.toSorted((one, other) => one - other)).toEqual(numbers.filter((number) => number % 7 !== 3))
  expect(progress).toEqual(numbers.map((index) => index + 1))
})

test('after the end of the session, or a stop, no further one begins', async () => {
  const onProgress = () => undefined
  const ended = await actOnAll(numbers, () => Promise.reject(refused(401)), { signal: never, onProgress })
  expect([ended.done.length, ended.failed.length]).toEqual([0, 4])
  const stop = new AbortController()
  const stopped = await actOnAll(numbers, async (number) => number === 5 && stop.abort(), {
    signal: stop.signal,
    onProgress,
  })
  expect(stopped.done.length).toBeLessThan(12)
})
