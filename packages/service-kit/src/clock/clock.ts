/** The current time. A parameter of rules about dates, so that tests can change it. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }
