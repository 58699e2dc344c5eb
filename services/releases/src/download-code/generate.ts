import { randomInt } from 'node:crypto'

/**
 * A seller's download code that the operator left to the service: nine random digits, the first not 0. Whether it is free
 * is for the database to say; the caller draws again when it is not.
 */
export const generateSellerCode = (): number => randomInt(100_000_000, 1_000_000_000)
