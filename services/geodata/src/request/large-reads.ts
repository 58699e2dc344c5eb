import { FairSemaphore, type RepeatableRequest, storedReplyBytes } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import type { Context } from '../context.ts'

/**
 * Large responses that are made at once. After each, its owner pauses, so that it uses at most half of the event loop. The wait is shorter than the
 * deadline of the builder's calls.
 */
const limits = { capacity: 3, perOwner: 1, mostWaiting: 1_000, waitMs: 15_000, longestPauseMs: 1_000 }

/** Bytes of a response that is read without a share. */
export const largestSmall = 256 * 1024

/** Bytes of an item in a response besides its texts. */
const itemBytes = 256

/** Shares the memory and the time for large responses between accounts. Without a share in time, the client gets 503. */
export const createLargeReadShares = (): FairSemaphore => new FairSemaphore(limits)

/** The size of a response before it is made: the number of its items, and the bytes of their texts. */
export interface ResponseSize {
  items: number
  bytes: number
}

export interface MeasuredRead<T> extends ResponseSize {
  read(): Promise<T>
}

interface Asked {
  owner: string
  signal: AbortSignal
}

const bytesOf = ({ items, bytes }: ResponseSize): number => bytes + items * itemBytes

/**
 * Reads a response at one moment: a concurrent change is visible completely or not at all. A large response needs a share of the
 * owner, who waits for it without a connection and then measures again. Builds of an account are a separate owner: they must not wait for its
 * clients.
 */
export async function readAtOneMoment<T extends object>(
  { database, largeReads }: Pick<Context, 'database' | 'largeReads'>,
  { owner, signal }: Asked,
  measure: (trx: Knex.Transaction) => Promise<MeasuredRead<T>>,
): Promise<T> {
  const readUpTo = (most: number): Promise<T | null> =>
    database.knex.transaction(
      async (trx) => {
        const measured = await measure(trx)
        return bytesOf(measured) > most ? null : await measured.read()
      },
      { isolationLevel: 'repeatable read', readOnly: true },
    )
  const readAny = () => readUpTo(Number.POSITIVE_INFINITY) as Promise<T>
  return (await readUpTo(largestSmall)) ?? (await largeReads.run(owner, readAny, { signal }))
}

/** Runs work that makes a response of this size. A large one needs a share of the owner, so the work must not be a part of a transaction. */
export const runInTurn = <T>(
  { largeReads }: Pick<Context, 'largeReads'>,
  { owner, signal }: Asked,
  size: ResponseSize,
  work: () => Promise<T>,
): Promise<T> => (bytesOf(size) > largestSmall ? largeReads.run(owner, work, { signal }) : work())

/** The same for a change. A repeat gets the stored response, which may be larger than a new one. */
export async function changeInTurn<T>(
  context: Pick<Context, 'database' | 'largeReads'>,
  request: RepeatableRequest & Pick<Asked, 'signal'>,
  { owner, items, bytes }: ResponseSize & Pick<Asked, 'owner'>,
  change: () => Promise<T>,
): Promise<T> {
  const stored = await storedReplyBytes(context.database, request)
  return await runInTurn(context, { owner, signal: request.signal }, { items, bytes: Math.max(bytes, stored) }, change)
}
