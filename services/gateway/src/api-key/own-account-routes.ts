import { hash } from 'node:crypto'
import { operations } from '@guidebook/contracts'
import { fail, idempotent, type OperationRequest, type Route, requireMatch, route } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import { updateAccount } from '../account/change-accounts.ts'
import { presentSettings } from '../account/present.ts'
import { type ConnectedAccount, findAccount, findPartners } from '../account/queries.ts'
import type { Context } from '../context.ts'
import { listKeys, presentKey } from './queries.ts'

/** The account’s view of itself. */
export const ownAccountRoutes = ({ database, clock, accountChanges }: Context): Route[] => [
  route(operations.readOwnAccount, async ({ identity }) => ({
    status: 200,
    ...(await readOwn(database.knex, identity.account ?? fail('unauthorized'))),
  })),
  route(operations.updateOwnAccount, (request) => {
    const account = request.identity.account ?? fail('unauthorized')
    return accountChanges(account, () =>
      idempotent(database, request, async (trx) => {
        const requireCurrent = ({ version }: ConnectedAccount) =>
          requireMatch(withTagsOfSettings(request), String(version))
        await updateAccount(trx, account, request.body, clock.now(), requireCurrent)
        return { status: 200, ...(await readOwn(trx, account)) }
      }),
    )
  }),
]

/**
 * `If-Match` with the version of the settings alone, which are all that the operation changes. Otherwise the use of a key, which changes the tag,
 * would refuse the change.
 */
const withTagsOfSettings = ({ headers }: Pick<OperationRequest, 'headers'>) => ({
  headers: { ...headers, 'if-match': headers['if-match']?.replaceAll(/-[0-9a-f]{16}"/g, '"') },
})

async function readOwn(db: Knex, id: string) {
  const row = (await findAccount(db, id)) ?? fail('not-found')
  const keys = await listKeys(db, id)
  const partners = await findPartners(db, id)
  // Keys, their last use, and names of partners change without a new version of the account.
  const others = hash('sha256', JSON.stringify([keys, partners]), 'hex').slice(0, 16)
  return { body: { ...presentSettings(row), keys: keys.map(presentKey), partners }, etag: `${row.version}-${others}` }
}
