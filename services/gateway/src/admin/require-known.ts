import { fail } from '@guidebook/service-kit'
import { createAccountQueries } from '../account/queries.ts'
import type { Context } from '../context.ts'

/** Throws 404 `not-found` when the account does not exist. */
export async function requireKnown({ database }: Context, account: string): Promise<void> {
  if ((await createAccountQueries(database.knex).find(account)) === null) fail('not-found')
}
