import { DependencyUnavailableError, FairSemaphore, isStatementTimeout } from '@guidebook/service-kit'

/** Searches at once: the process has 12 connections, and one account uses a third of them. */
const limits = { capacity: 8, perOwner: 4, mostWaiting: 1_000, waitMs: 20_000 }

export type SearchShares = ReturnType<typeof createSearchShares>

/**
 * Shares the connections for searches, which read the names of all items of an account, between accounts. Without a share in time, or when the
 * database takes too long, the client gets 503.
 */
export function createSearchShares() {
  const shares = new FairSemaphore(limits)
  return {
    async run<T>(account: string, search: () => Promise<T>, signal?: AbortSignal): Promise<T> {
      try {
        return await shares.run(account, search, { signal })
      } catch (error) {
        if (!isStatementTimeout(error)) throw error
        throw new DependencyUnavailableError('the search took too long', { cause: error })
      }
    },
  }
}
