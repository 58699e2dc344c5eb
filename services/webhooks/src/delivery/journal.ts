/** Records results in batches. Each caller waits until its own result is durable. */
export interface Journal<T> {
  record(entry: T): Promise<void>
  /** Resolves when everything recorded so far is durable or has failed. */
  drain(): Promise<void>
}

/**
 * One write at a time. Results that arrive during a write form the next batch, so batches grow with the load and a single result
 * does not wait. `limit`: largest batch.
 */
export const createJournal = <T>(write: (batch: readonly T[]) => Promise<void>, limit: number): Journal<T> => {
  let waiting: { entry: T; done: PromiseWithResolvers<void> }[] = []
  let writing: Promise<void> | null = null

  const flush = async () => {
    // Results of the same turn of the event loop belong to the first batch.
    await new Promise(setImmediate)
    while (waiting.length > 0) {
      const batch = waiting.slice(0, limit)
      waiting = waiting.slice(limit)
      try {
        await write(batch.map(({ entry }) => entry))
        for (const { done } of batch) done.resolve()
      } catch (error) {
        for (const { done } of batch) done.reject(error)
      }
    }
    writing = null
  }

  return {
    record(entry) {
      const done = Promise.withResolvers<void>()
      waiting.push({ entry, done })
      writing ??= flush()
      return done.promise
    },
    async drain() {
      await writing
    },
  }
}
