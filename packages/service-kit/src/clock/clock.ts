/** The current time, passed as a parameter so that tests can change it. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }
