import { emit } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import { presentProjection } from './present.ts'
import { type ConnectedAccount, createAccountQueries } from './queries.ts'

/** Tells the others how the account is now. Called in the transaction of the change, which holds the account's lock. */
export async function announce(trx: Knex.Transaction, id: string): Promise<ConnectedAccount> {
  const row = await createAccountQueries(trx).find(id)
  if (row === null) throw new Error(`account ${id} is gone in the transaction that changed it`)
  await emit(trx, 'account.changed.v1', presentProjection(row), { subject: id })
  return row
}
