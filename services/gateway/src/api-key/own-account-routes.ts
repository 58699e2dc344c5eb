import { hash } from 'node:crypto'
import { operations } from '@guidebook/contracts'
import { fail, idempotent, type Route, requireMatch, route } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import { updateAccount } from '../account/change-accounts.ts'
import { presentSettings } from '../account/present.ts'
import { findAccount, findPartners, lockAccounts } from '../account/queries.ts'
import type { Context } from '../context.ts'
import { listKeys, presentKey } from './queries.ts'

/** The account’s view of itself. */
export const ownAccountRoutes = ({ database, clock }: Context): Route[] => [
  route(operations.readOwnAccount, async ({ identity }) => ({
    status: 200,
    ...(await readOwn(database.knex, identity.account ?? fail('unauthorized'))),
  })),
  route(operations.updateOwnAccount, (request) =>
    idempotent(database, request, async (trx) => {
      const account = request.identity.account ?? fail('unauthorized')
      await lockAccounts(trx, account)
      requireMatch(request, (await readOwn(trx, account)).etag)
      await updateAccount(trx, account, request.body, clock.now(), () => undefined)
      return { status: 200, ...(await readOwn(trx, account)) }
    }),
  ),
]

async function readOwn(db: Knex, id: string) {
  const row = (await findAccount(db, id)) ?? fail('not-found')
  const keys = await listKeys(db, id)
  const partners = await findPartners(db, id)
  // Keys, and names of partners, change without a new version of the account.
  const others = hash('sha256', JSON.stringify([keys, partners]), 'hex').slice(0, 16)
  return { body: { ...presentSettings(row), keys: keys.map(presentKey), partners }, etag: `${row.version}-${others}` }
}
