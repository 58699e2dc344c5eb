import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { MinimumRate } from './minimum-rate.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

describe('a transfer', () => {
  test('is ended once when it sends nothing within the grace', () => {
    const onTooSlow = vi.fn()
    new MinimumRate({ graceMs: 20_000, bytesPerSecond: 500 }).watch(onTooSlow)
    vi.advanceTimersByTime(20_000)
    expect(onTooSlow).not.toHaveBeenCalled()
    vi.advanceTimersByTime(60_000)
    expect(onTooSlow).toHaveBeenCalledOnce()
  })

  test('gets one second more for each unit of bytes', () => {
    const onTooSlow = vi.fn()
    const transfer = new MinimumRate({ graceMs: 20_000, bytesPerSecond: 500 }).watch(onTooSlow)
    transfer.bytes = 5_000
    vi.advanceTimersByTime(30_000)
    expect(onTooSlow).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1_000)
    expect(onTooSlow).toHaveBeenCalledOnce()
  })

  test('that is complete is not ended, and no timer is left behind', () => {
    const rate = new MinimumRate({ graceMs: 20_000, bytesPerSecond: 500 })
    const onTooSlow = vi.fn()
    const before = vi.getTimerCount()
    const transfer = rate.watch(onTooSlow)
    expect(vi.getTimerCount()).toBe(before + 1)
    rate.unwatch(transfer)
    vi.advanceTimersByTime(60_000)
    expect(onTooSlow).not.toHaveBeenCalled()
    expect(vi.getTimerCount()).toBeLessThanOrEqual(before)
  })
})
