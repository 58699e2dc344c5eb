import { expect, test } from 'vitest'
import { backoffMs } from './backoff.ts'

const backoff = { firstMs: 100, longestMs: 1_000 }

test.each([
  [0, 100],
  [1, 200],
  [3, 800],
  [4, 1_000],
  [5_000, 1_000],
])('after %i failures the pause is between half of %i ms and all of it', (failures, longest) => {
  for (let times = 0; times < 100; times++) {
    const pause = backoffMs(failures, backoff)
    expect(pause).toBeGreaterThanOrEqual(longest / 2)
    expect(pause).toBeLessThanOrEqual(longest)
  }
})
