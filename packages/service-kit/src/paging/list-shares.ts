import { FairSemaphore } from '../share/fair-semaphore.ts'

/** Lists at once, with or without words: a process has 12 connections, and one account uses a third of them. */
const limits = { capacity: 8, perOwner: 4, mostWaiting: 1_000, waitMs: 20_000 }

/**
 * Shares the connections for lists between accounts. A search reads the names of all rows of an account; an order or a filter may read as many.
 * Without a share in time, the client gets 503.
 */
export const createListShares = (): FairSemaphore => new FairSemaphore(limits)
