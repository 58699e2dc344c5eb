import { LRUCache } from 'lru-cache'
import { hashOf, isWellFormedKey } from './key-format.ts'
import type { KeyHolder } from './queries.ts'

/** How long an answer of the database is used again, milliseconds. A revoked key is refused everywhere within five seconds. */
const freshFor = 2_000

export interface Keyring {
  /** Whom the key stands for; null for one that is unknown, revoked or none of ours. */
  holderOf(key: string): Promise<KeyHolder | null>
  /** Looks the key up anew next time: it was revoked here. */
  forget(hash: string): void
}

/**
 * Knows keys by their hashes. One look into the database serves all requests of a key for two seconds, measured by a clock that
 * only goes forward (milliseconds).
 */
export function createKeyring(
  lookUp: (hash: string) => Promise<KeyHolder | null>,
  now: () => number = () => performance.now(),
): Keyring {
  const known = new LRUCache<string, Promise<KeyHolder | null>>({
    max: 10_000,
    ttl: freshFor,
    ttlResolution: 0,
    perf: { now },
  })

  return {
    async holderOf(key) {
      if (!isWellFormedKey(key)) return null
      const hash = hashOf(key)
      const cached = known.get(hash)
      if (cached !== undefined) return cached
      const answer = lookUp(hash)
      known.set(hash, answer)
      // A database that is away says nothing about the key.
      answer.catch(() => known.delete(hash))
      return answer
    },
    forget: (hash) => void known.delete(hash),
  }
}
