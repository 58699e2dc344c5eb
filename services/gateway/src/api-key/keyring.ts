import { ServiceError, type StatedIdentity } from '@guidebook/service-kit'
import { type CachedLookup, createCachedLookup } from '../lookup/cached-lookup.ts'
import { hashOf, isWellFormedKey } from './key-format.ts'
import type { KeyHolder } from './queries.ts'

export type Keyring = CachedLookup<KeyHolder>

/** Finds the holders of keys. `lookUp` returns one result for each hash of a key, in their order. */
export function createKeyring(
  lookUp: (hashes: readonly string[]) => Promise<readonly (KeyHolder | null)[]>,
  now?: () => number,
): Keyring {
  /** Most requests come with the key of the one before. Null for a malformed key. */
  let last = { key: '', hash: null as string | null }
  const hashFor = (key: string): string | null => {
    if (last.key !== key) last = { key, hash: isWellFormedKey(key) ? hashOf(key) : null }
    return last.hash
  }
  return createCachedLookup({ lookUp, hashFor, now })
}

/** The key in an `Authorization` header: alone, or after the word `Bearer`. */
export const keyIn = (authorization: string | undefined): string => authorization?.replace(/^bearer +/i, '') ?? ''

/** Returns the identity of a key's holder, and whether the account is suspended. Throws 401 `unauthorized`. */
export async function authenticate(
  keyring: Keyring,
  key: string,
): Promise<{ identity: StatedIdentity; suspended: boolean }> {
  const holder = await keyring.holderOf(key)
  if (holder === null) throw new ServiceError('unauthorized', { detail: describeInvalidKey(key) })
  const { id, account, oid, test, prefix, suspended } = holder
  const identity = { account, oid, test, actor: prefix, keyPrefix: prefix, keyId: id }
  return { identity: { scope: 'partner', ...identity }, suspended }
}

/** Reveals only whether the key is well-formed, not whether it once existed. */
function describeInvalidKey(key: string): string {
  if (key === '') return 'The header Authorization is missing. Send the API key in it, alone or after the word Bearer.'
  if (isWellFormedKey(key)) return 'The API key is unknown or was revoked.'
  return 'The API key in the header Authorization is malformed or mistyped. A key begins with gbk_live_ or gbk_test_ and has 45 characters; the last six are a checksum.'
}
