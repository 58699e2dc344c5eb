import { FairSemaphore } from '@guidebook/service-kit'

/** Lists at once, with or without words: the process has 12 connections, and one account uses a third of them. */
const limits = { capacity: 8, perOwner: 4, mostWaiting: 1_000, waitMs: 20_000 }

/**
 * Shares the connections for lists of items and guidebooks between accounts. A search reads the names of all items of an account; an order or a
 * filter may read as many rows. Without a share in time, the client gets 503.
 */
export const createSearchShares = (): FairSemaphore => new FairSemaphore(limits)
