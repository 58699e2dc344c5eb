import { setTimeout as sleep } from 'node:timers/promises'
import type { Knex } from 'knex'
import { type Backoff, backoffMs } from '../loop/backoff.ts'
import { sqlState, sqlStateOf } from './sql-state.ts'

/** Transactions that wrote to the outbox. */
const emitting = new WeakSet<Knex.Transaction>()

/** Marks a transaction, so that its commit wakes the relay. */
export const markEmitting = (trx: Knex.Transaction): void => void emitting.add(trx)

const maxAttempts = 5
const conflictBackoff: Backoff = { firstMs: 20, longestMs: 160 }

const isConflict = (error: unknown) => {
  const state = sqlStateOf(error)
  return state === sqlState.serializationFailure || state === sqlState.deadlockDetected
}

/**
 * Runs work that is one transaction, and repeats it after a serialization failure or deadlock, up to `maxAttempts` times in total. The work must
 * have no effect outside of the database.
 */
export async function retryConflicts<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (!isConflict(error) || attempt === maxAttempts) throw error
      await sleep(backoffMs(attempt - 1, conflictBackoff))
    }
  }
}

/** Commits the work, and calls `onEmitted` when it wrote to the outbox. */
export async function runTransaction<T>(
  knex: Knex,
  work: (trx: Knex.Transaction) => Promise<T>,
  onEmitted: () => void,
): Promise<T> {
  const { result, emitted } = await retryConflicts(() =>
    knex.transaction(async (trx) => ({ result: await work(trx), emitted: emitting.has(trx) })),
  )
  if (emitted) onEmitted()
  return result
}
