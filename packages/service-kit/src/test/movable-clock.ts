export type MovableClock = ReturnType<typeof movableClock>

/** A clock whose time only a test changes. */
export function movableClock(start: Date | string) {
  let now = new Date(start).getTime()
  return {
    now: () => new Date(now),
    set: (time: Date | string) => {
      now = new Date(time).getTime()
    },
    advance: (ms: number) => {
      now += ms
    },
  }
}
