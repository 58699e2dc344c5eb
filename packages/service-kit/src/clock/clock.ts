/** The time of day, as a thing that is handed in: rules about dates are tested by moving it. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }
