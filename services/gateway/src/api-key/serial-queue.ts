/** Runs the work of each owner one after the other, in the order of the calls; owners do not wait for each other. */
export type SerialQueue = <T>(owner: string, work: () => Promise<T>) => Promise<T>

/**
 * Transactions that lock an account hold a database connection while they wait for the lock. Queued here they hold none, so that one
 * account takes one connection at a time however many requests it sends.
 */
export function createSerialQueue(): SerialQueue {
  const last = new Map<string, Promise<unknown>>()

  return async (owner, work) => {
    const previous = last.get(owner) ?? Promise.resolve()
    const current = previous.then(work)
    // The next in the queue waits for the end of this work, not for its success.
    const ended = Promise.allSettled([current])
    last.set(owner, ended)
    try {
      return await current
    } finally {
      if (last.get(owner) === ended) last.delete(owner)
    }
  }
}
