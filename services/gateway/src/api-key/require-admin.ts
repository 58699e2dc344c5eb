import { fail, type Identity } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import { isAdmin } from '../person/queries.ts'
import { isLiveKey } from './queries.ts'

/** The sender of a request: a key or a person of the account, or support, which acts under its own name, also in the portal. */
export type Sender = Pick<Identity, 'actor' | 'keyId'>

/**
 * Checks the sender again, in the transaction that has locked the account: meanwhile, or at another gateway, the key may have been revoked, or the
 * person removed or demoted. A change that still waits must not undo that. Support may always. Throws 401 `unauthorized` and 403 `role-too-small`.
 */
export async function requireAdmin(trx: Knex.Transaction, account: string, { actor, keyId }: Sender): Promise<void> {
  if (keyId !== undefined) {
    if (!(await isLiveKey(trx, account, keyId))) fail('unauthorized', 'The API key was revoked.')
    return
  }
  const [, email] = /^user:(.*)$/s.exec(actor) ?? []
  if (email === undefined || (await isAdmin(trx, account, email))) return
  fail('role-too-small', 'Only an admin of the account may do this, and you no longer are one.')
}
