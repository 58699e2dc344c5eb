import { ServiceError, type StatedIdentity } from '@guidebook/service-kit'
import type { Keyring } from './keyring.ts'

/** The identity that an `Authorization` header proves: the key as it is, or after the word `Bearer`. Throws 401 `unauthorized`. */
export async function authenticate(keyring: Keyring, authorization: string | undefined): Promise<StatedIdentity> {
  const key = authorization?.replace(/^bearer +/i, '')
  const holder = key === undefined ? null : await keyring.holderOf(key)
  if (holder === null) throw new ServiceError('unauthorized')
  const { account, oid, test, prefix } = holder
  return { scope: 'partner', account, oid, test, actor: prefix, keyPrefix: prefix }
}
