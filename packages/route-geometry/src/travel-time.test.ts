import { describe, expect, test } from 'vitest'
import { paces, type RouteKind, travelHours } from './travel-time.ts'

describe('travel time', () => {
  test('20 km with 1460 m up and down is 10 h 17 on foot', () => {
    for (const kind of ['hiking', 'walking', 'mountaineering', 'nordic-walking', 'snowshoeing'] as const) {
      const minutes = Math.round((travelHours(kind, 20_000, 1460, 1460) as number) * 60)
      expect(`${Math.floor(minutes / 60)} h ${minutes % 60}`).toBe('10 h 17')
    }
  })

  test('every kind of route has a pace, and a longer way or more climb never takes less time', () => {
    for (const kind of Object.keys(paces) as RouteKind[]) {
      expect(paces[kind].speedKmh).toBeGreaterThan(0)
      const base = travelHours(kind, 10_000, 100, 100) as number
      expect(travelHours(kind, 20_000, 100, 100)).toBeGreaterThan(base)
      expect(travelHours(kind, 10_000, 900, 100)).toBeGreaterThanOrEqual(base)
    }
  })

  test('the time is unknown where the climb counts and is unknown', () => {
    expect(travelHours('hiking', 10_000, null, null)).toBeNull()
    expect(travelHours('cycling', 10_000, null, null)).toBeNull()
    expect(travelHours('ferry-route', 50_000, null, null)).toBe(2)
  })
})
