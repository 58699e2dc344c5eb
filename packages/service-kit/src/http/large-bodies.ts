import { FairSemaphore } from '../share/fair-semaphore.ts'

/** Bodies beyond this many bytes need a place while they are in memory. */
export const largeBodyBytes = 1024 * 1024

/** Requests that may wait for a place, and for how many milliseconds. */
const waiting = { mostWaiting: 64, waitMs: 20_000 }

/**
 * Bounds the memory that large bodies take together. A request takes a place before its body is read and gives it back when it is answered;
 * until then, its body stays with its sender. One owner holds at most half of the places.
 */
export const largeBodyShares = (places = 4): FairSemaphore =>
  new FairSemaphore({ places, perOwner: Math.ceil(places / 2), ...waiting })
