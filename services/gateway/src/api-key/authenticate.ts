import { ServiceError, type StatedIdentity } from '@guidebook/service-kit'
import { isWellFormedKey } from './key-format.ts'
import type { Keyring } from './keyring.ts'

/** The key in an `Authorization` header: as it is, or after the word `Bearer`. */
export const keyIn = (authorization: string | undefined): string => authorization?.replace(/^bearer +/i, '') ?? ''

/** The identity that a key proves. Throws 401 `unauthorized`. */
export async function authenticate(keyring: Keyring, key: string): Promise<StatedIdentity> {
  const holder = await keyring.holderOf(key)
  if (holder === null) throw new ServiceError('unauthorized', { detail: whatIsWrongWith(key) })
  const { id, account, oid, test, prefix } = holder
  return { scope: 'partner', account, oid, test, actor: prefix, keyPrefix: prefix, keyId: id }
}

/** What anyone may know of a key: its form, and that nobody has it. */
function whatIsWrongWith(key: string): string {
  if (key === '') return 'The header Authorization is missing: it holds the API key, as it is or after the word Bearer.'
  if (isWellFormedKey(key)) return 'The API key is unknown or was revoked.'
  return 'The header Authorization holds no API key: one begins with gbk_live_ or gbk_test_ and has 45 characters, of which the last six tell a mistyped one.'
}
