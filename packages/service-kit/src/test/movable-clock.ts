import type { Clock } from '../clock/clock.ts'

export interface MovableClock extends Clock {
  set(time: Date | string): void
  advance(ms: number): void
}

/** A clock that stands still until a test moves it. */
export function movableClock(start: Date | string): MovableClock {
  let now = new Date(start).getTime()
  return {
    now: () => new Date(now),
    set: (time) => {
      now = new Date(time).getTime()
    },
    advance: (ms) => {
      now += ms
    },
  }
}
