import { setTimeout as sleep } from 'node:timers/promises'
import type { Knex } from 'knex'
import { sqlState, sqlStateOf } from './sql-state.ts'

/** Transactions in which something was put into the outbox. */
const emitting = new WeakSet<Knex.Transaction>()

/** Marks a transaction, so that its commit wakes the relay. */
export const markEmitting = (trx: Knex.Transaction): void => void emitting.add(trx)

const maxAttempts = 5

const isConflict = (error: unknown) => {
  const state = sqlStateOf(error)
  return state === sqlState.serializationFailure || state === sqlState.deadlockDetected
}

/**
 * Runs work that is all or nothing; what PostgreSQL gave up for the sake of another transaction is tried again, `maxAttempts` times in
 * all. The work must have no effect outside of the database.
 */
export async function retryConflicts<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (!isConflict(error) || attempt === maxAttempts) throw error
      // Two that collided must not meet again: each waits a different time.
      await sleep(Math.random() * 10 * 2 ** attempt)
    }
  }
}

/** Commits the work, and tells when something was put into the outbox. */
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
