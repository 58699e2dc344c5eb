import { ServiceError, type StatedIdentity } from '@guidebook/service-kit'
import { isWellFormedKey } from './key-format.ts'
import type { Keyring } from './keyring.ts'

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
