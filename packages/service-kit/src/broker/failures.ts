import { isOutage } from '../errors/outage.ts'

/** Thrown by a handler: something it needs is away. The subscription pauses; the message's attempts are not counted. */
export class Unavailable extends Error {
  override readonly name = 'Unavailable'
}

/** Thrown by a handler: this message can never be handled. It goes to the dead letters at once; the reason must name no values. */
export class Poison extends Error {
  override readonly name = 'Poison'
}

export const isUnavailable = (error: unknown): boolean => error instanceof Unavailable || isOutage(error)
