import { expect, test } from 'vitest'
import { defaultRetrySchedule, delayAfter, tierName, tiersOf } from './topology.ts'

test('a message is tried seven times, after 1, 5, 15 and three times 30 seconds', () => {
  const delays = [1, 2, 3, 4, 5, 6, 7].map((attempt) => delayAfter(defaultRetrySchedule, attempt))
  expect(delays).toEqual([1_000, 5_000, 15_000, 30_000, 30_000, 30_000, null])
})

test('each delay has one queue, named after it', () => {
  expect(tiersOf(defaultRetrySchedule).map(tierName)).toEqual(['1s', '5s', '15s', '30s'])
  expect(tierName(1_500)).toBe('1500ms')
})
