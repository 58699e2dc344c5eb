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

/** Commits the work; what PostgreSQL gave up for the sake of another transaction is tried again, `maxAttempts` times in all. */
export async function runTransaction<T>(
  knex: Knex,
  work: (trx: Knex.Transaction) => Promise<T>,
  onEmitted: () => void,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    let emitted = false
    try {
      const result = await knex.transaction(async (trx) => {
        const value = await work(trx)
        emitted = emitting.has(trx)
        return value
      })
      if (emitted) onEmitted()
      return result
    } catch (error) {
      if (!isConflict(error) || attempt === maxAttempts) throw error
      // Two that collided must not meet again: each waits a different time.
      await sleep(Math.random() * 10 * 2 ** attempt)
    }
  }
}
