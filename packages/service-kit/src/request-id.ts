import { AsyncLocalStorage } from 'node:async_hooks'

const storage = new AsyncLocalStorage<string>()

/** The id of the request that the current work belongs to, also behind the broker: the outbox carries it. */
export const currentRequestId = (): string | null => storage.getStore() ?? null

export const withRequestId = <T>(requestId: string | null, work: () => T): T =>
  requestId === null ? work() : storage.run(requestId, work)
