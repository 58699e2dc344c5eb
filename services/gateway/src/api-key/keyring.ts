import { LRUCache } from 'lru-cache'
import { hashOf, isWellFormedKey } from './key-format.ts'
import type { KeyHolder } from './queries.ts'

/** How long an answer of the database is used again, milliseconds. A revoked key is refused everywhere within five seconds. */
const freshFor = 2_000
/** How long a key that proved good is no stranger, milliseconds. */
const trustedFor = 600_000
const most = 10_000

export interface Keyring {
  /** Whom the key stands for; null for one that is unknown, revoked or none of ours. */
  holderOf(key: string): Promise<KeyHolder | null>
  /** Whether the key proved good within the last ten minutes; it may have been revoked since. */
  isTrusted(key: string): boolean
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
  const measured = { max: most, ttlResolution: 0, perf: { now } }
  const known = new LRUCache<string, Promise<KeyHolder | null>>({ ...measured, ttl: freshFor })
  const trusted = new LRUCache<string, true>({ ...measured, ttl: trustedFor })

  let last = { key: '', hash: null as string | null }
  /** Null for what cannot be a key. A request asks twice for the same. */
  function hashFor(key: string): string | null {
    if (last.key !== key) last = { key, hash: isWellFormedKey(key) ? hashOf(key) : null }
    return last.hash
  }

  async function lookUpAnew(hash: string): Promise<KeyHolder | null> {
    try {
      const holder = await lookUp(hash)
      if (holder === null) trusted.delete(hash)
      else trusted.set(hash, true)
      return holder
    } catch (error) {
      // A database that is away says nothing about the key.
      known.delete(hash)
      throw error
    }
  }

  return {
    async holderOf(key) {
      const hash = hashFor(key)
      if (hash === null) return null
      const cached = known.get(hash)
      if (cached !== undefined) return cached
      const answer = lookUpAnew(hash)
      known.set(hash, answer)
      return answer
    },
    isTrusted: (key) => trusted.has(hashFor(key) ?? ''),
    forget(hash) {
      known.delete(hash)
      trusted.delete(hash)
    },
  }
}
