import { fail } from '@guidebook/service-kit'
import { createAccountQueries } from '../account/queries.ts'
import type { Context } from '../context.ts'

/** Refuses an account that there is not. */
export async function requireKnown({ database }: Context, account: string): Promise<void> {
  if ((await createAccountQueries(database.knex).find(account)) === null) fail('not-found')
}
