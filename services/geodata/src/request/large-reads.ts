import { FairSemaphore } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import type { Context } from '../context.ts'

/**
 * Large responses that are read at once. After each, its owner pauses, so that it uses at most half of the event loop. The wait is shorter than the
 * deadline of the builder's calls.
 */
const limits = { capacity: 3, perOwner: 1, mostWaiting: 1_000, waitMs: 15_000, longestPauseMs: 1_000 }

/** Bytes of a response that is read without a share. */
const largestSmall = 256 * 1024

/** Bytes of an item in a response besides its texts. */
const itemBytes = 256

/** Shares the memory and the time for large responses between accounts. Without a share in time, the client gets 503. */
export const createLargeReadShares = (): FairSemaphore => new FairSemaphore(limits)

/** A response before it is read: the number of its items, and the bytes of their texts. */
export interface MeasuredRead<T> {
  items: number
  bytes: number
  read(): Promise<T>
}

/**
 * Reads a response at one moment: a concurrent change is visible completely or not at all. A large response needs a share of the
 * owner, who waits for it without a connection and then measures again. Builds of an account are a separate owner: they must not wait for its
 * clients.
 */
export async function readAtOneMoment<T extends object>(
  { database, largeReads }: Pick<Context, 'database' | 'largeReads'>,
  { owner, signal }: { owner: string; signal: AbortSignal },
  measure: (trx: Knex.Transaction) => Promise<MeasuredRead<T>>,
): Promise<T> {
  const readUpTo = (most: number): Promise<T | null> =>
    database.knex.transaction(
      async (trx) => {
        const { items, bytes, read } = await measure(trx)
        return bytes + items * itemBytes > most ? null : await read()
      },
      { isolationLevel: 'repeatable read', readOnly: true },
    )
  const readAny = () => readUpTo(Number.POSITIVE_INFINITY) as Promise<T>
  return (await readUpTo(largestSmall)) ?? (await largeReads.run(owner, readAny, { signal }))
}
