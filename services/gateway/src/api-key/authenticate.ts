import { ServiceError, type StatedIdentity } from '@guidebook/service-kit'
import type { Keyring } from './keyring.ts'

/** The key in an `Authorization` header: as it is, or after the word `Bearer`. */
export const keyIn = (authorization: string | undefined): string => authorization?.replace(/^bearer +/i, '') ?? ''

/** The identity that a key proves. Throws 401 `unauthorized`. */
export async function authenticate(keyring: Keyring, key: string): Promise<StatedIdentity> {
  const holder = await keyring.holderOf(key)
  if (holder === null) throw new ServiceError('unauthorized')
  const { account, oid, test, prefix } = holder
  return { scope: 'partner', account, oid, test, actor: prefix, keyPrefix: prefix }
}
