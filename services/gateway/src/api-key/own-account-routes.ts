import { operations } from '@guidebook/contracts'
import { fail, idempotent, type Route, requireOwnMatch, route, tagWithOthers } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import { updateAccount } from '../account/change-accounts.ts'
import { presentSettings } from '../account/present.ts'
import { type ConnectedAccount, findAccount, findPartners, lockAccounts } from '../account/queries.ts'
import type { Context } from '../context.ts'
import { listKeys, presentKey } from './queries.ts'
import { requireAdmin } from './require-admin.ts'

/** The account’s view of itself. */
export const ownAccountRoutes = ({ database, clock, accountChanges }: Context): Route[] => [
  route(operations.readOwnAccount, async ({ identity }) => ({
    status: 200,
    ...(await readOwn(database.knex, identity.account ?? fail('unauthorized'))),
  })),
  route(operations.updateOwnAccount, (request) => {
    const account = request.identity.account ?? fail('unauthorized')
    return accountChanges.run(account, () =>
      idempotent(database, request, async (trx) => {
        await lockAccounts(trx, account)
        await requireAdmin(trx, account, request.identity)
        // The version of the settings, which are all that the operation changes.
        const requireCurrent = ({ version }: ConnectedAccount) => requireOwnMatch(request, String(version))
        await updateAccount(trx, account, request.body, clock.now(), requireCurrent)
        return { status: 200, ...(await readOwn(trx, account)) }
      }),
    )
  }),
]

async function readOwn(db: Knex, id: string) {
  const row = (await findAccount(db, id)) ?? fail('not-found')
  const keys = await listKeys(db, id)
  const partners = await findPartners(db, id)
  // Keys, their last use, and names of partners change without a new version of the account.
  const etag = tagWithOthers(String(row.version), [keys, partners])
  return { body: { ...presentSettings(row), keys: keys.map(presentKey), partners }, etag }
}
