import { batched, ServiceError, type StatedIdentity } from '@guidebook/service-kit'
import { LRUCache } from 'lru-cache'
import { hashOf, isWellFormedKey } from './key-format.ts'
import type { KeyHolder } from './queries.ts'

/** How long a look-up's result is used again, milliseconds. A revoked key is refused everywhere within five seconds. */
const freshFor = 2_000
const mostCached = 10_000

/**
 * All look-ups share one lane: one statement at a time, at most one in 10 ms. So unknown keys cost the database at most 100 small
 * statements in a second, however many arrive, and a valid key waits for at most one statement and one pause.
 */
const lane = { atOnce: 1, largest: 1_000, pauseMs: 10 }

export type Keyring = ReturnType<typeof createKeyring>

/**
 * Finds the holders of keys by the keys' hashes. One look-up serves all requests with a key for two seconds, measured by a monotonic
 * clock (milliseconds) from its beginning. `lookUp` returns one result for each hash, in their order.
 */
export function createKeyring(
  lookUp: (hashes: readonly string[]) => Promise<readonly (KeyHolder | null)[]>,
  now: () => number = () => performance.now(),
) {
  const cached = new LRUCache<string, Promise<KeyHolder | null>>({
    max: mostCached,
    ttl: freshFor,
    ttlResolution: 0,
    perf: { now },
  })
  const find = batched<string, KeyHolder | null>({
    ...lane,
    // No single key can be at fault. Looking up each of them alone would multiply the statements when the database has trouble.
    load: (hashes) => lookUp(hashes).catch((error: Error) => hashes.map(() => error)),
  })

  /** Keeps valid keys only: unknown ones must not evict them, and a failed look-up says nothing about the key. */
  async function findAndCache(hash: string): Promise<KeyHolder | null> {
    let holder: KeyHolder | null = null
    try {
      holder = await find(hash)
      return holder
    } finally {
      if (holder === null) cached.delete(hash)
    }
  }

  /** Most requests come with the key of the one before. Null for a malformed key. */
  let last = { key: '', hash: null as string | null }
  function hashFor(key: string): string | null {
    if (last.key !== key) last = { key, hash: isWellFormedKey(key) ? hashOf(key) : null }
    return last.hash
  }

  return {
    /** The key's holder; null when the key is malformed, unknown or revoked. */
    async holderOf(key: string): Promise<KeyHolder | null> {
      const hash = hashFor(key)
      if (hash === null) return null
      const known = cached.get(hash)
      if (known !== undefined) return known
      const holder = findAndCache(hash)
      cached.set(hash, holder)
      return holder
    },
    /** Drops the cached result: the key was revoked here. */
    forget: (hash: string) => void cached.delete(hash),
  }
}

/** The key in an `Authorization` header: alone, or after the word `Bearer`. */
export const keyIn = (authorization: string | undefined): string => authorization?.replace(/^bearer +/i, '') ?? ''

/** Returns the identity of a key's holder. Throws 401 `unauthorized`. */
export async function authenticate(keyring: Keyring, key: string): Promise<StatedIdentity> {
  const holder = await keyring.holderOf(key)
  if (holder === null) throw new ServiceError('unauthorized', { detail: describeInvalidKey(key) })
  const { id, account, oid, test, prefix } = holder
  return { scope: 'partner', account, oid, test, actor: prefix, keyPrefix: prefix, keyId: id }
}

/** Reveals only whether the key is well-formed, not whether it once existed. */
function describeInvalidKey(key: string): string {
  if (key === '') return 'The header Authorization is missing. Send the API key in it, alone or after the word Bearer.'
  if (isWellFormedKey(key)) return 'The API key is unknown or was revoked.'
  return 'The API key in the header Authorization is malformed or mistyped. A key begins with gbk_live_ or gbk_test_ and has 45 characters; the last six are a checksum.'
}
