import { batched } from '@guidebook/service-kit'
import { LRUCache } from 'lru-cache'

/** How long a look-up's result is used again, milliseconds. A revoked secret is refused everywhere within five seconds. */
const freshFor = 2_000
const mostCached = 10_000

/**
 * All look-ups share one lane: one statement at a time, at most one in 10 ms. So unknown secrets cost the database at most 100 small
 * statements in a second, however many arrive, and a valid one waits for at most one statement and one pause.
 */
const lane = { atOnce: 1, largest: 1_000, pauseMs: 10 }

interface LookupOptions<Holder> {
  /** Returns one result for each hash, in their order. */
  lookUp: (hashes: readonly string[]) => Promise<readonly (Holder | null)[]>
  /** The hash of a secret; null if no secret looks like that. */
  hashFor: (secret: string) => string | null
  /** A monotonic clock, milliseconds. */
  now?: (() => number) | undefined
}

export type CachedLookup<Holder> = ReturnType<typeof createCachedLookup<Holder>>

/** Finds the holders of secrets by the secrets' hashes. One look-up serves all requests with a secret for two seconds from its beginning. */
export function createCachedLookup<Holder>({ lookUp, hashFor, now = () => performance.now() }: LookupOptions<Holder>) {
  const cached = new LRUCache<string, Promise<Holder | null>>({
    max: mostCached,
    ttl: freshFor,
    ttlResolution: 0,
    perf: { now },
  })
  const find = batched<string, Holder | null>({
    ...lane,
    // No single secret can be at fault. Looking up each of them alone would multiply the statements when the database has trouble.
    load: (hashes) => lookUp(hashes).catch((error: Error) => hashes.map(() => error)),
  })

  /** Keeps valid secrets only: unknown ones must not evict them, and a failed look-up says nothing about the secret. */
  async function findAndCache(hash: string): Promise<Holder | null> {
    let holder: Holder | null = null
    try {
      holder = await find(hash)
      return holder
    } finally {
      if (holder === null) cached.delete(hash)
    }
  }

  return {
    /** Null when the secret is malformed, unknown or revoked. */
    async holderOf(secret: string): Promise<Holder | null> {
      const hash = hashFor(secret)
      if (hash === null) return null
      const known = cached.get(hash)
      if (known !== undefined) return known
      const holder = findAndCache(hash)
      cached.set(hash, holder)
      return holder
    },
    /** Drops the cached result: the secret was revoked here. */
    forget: (hash: string) => void cached.delete(hash),
    /** Drops all cached results: rights were changed here. */
    forgetAll: () => cached.clear(),
  }
}
