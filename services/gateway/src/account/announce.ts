import { emit } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import { presentProjection } from './present.ts'
import { type ConnectedAccount, createAccountQueries } from './queries.ts'

/** Publishes the account's current state to other services. Call it in the transaction of the change, which holds the account's lock. */
export async function announce(trx: Knex.Transaction, id: string): Promise<ConnectedAccount> {
  const row = await createAccountQueries(trx).find(id)
  if (row === null) throw new Error(`account ${id} is missing in the transaction that changed it`)
  await emit(trx, 'account.changed.v1', presentProjection(row), { subject: id })
  return row
}
