import { operations } from '@guidebook/contracts'
import { fail, idempotent, type Route, route } from '@guidebook/service-kit'
import { createAccountQueries } from '../account/queries.ts'
import type { Context } from '../context.ts'
import { createKey } from './create-key.ts'
import { presentKey } from './present.ts'
import { createKeyQueries } from './queries.ts'
import { revokeKey } from './revoke-key.ts'

const createOwn = ({ database, clock, keyChanges }: Context) =>
  route(operations.createKey, (request) => {
    const { account, test, keyId } = request.identity
    if (account === null || keyId === undefined) return fail('unauthorized')
    return keyChanges(account, () =>
      idempotent(database, request, async (trx) => {
        const body = await createKey(trx, { account: { id: account, test }, parent: keyId, now: clock.now() })
        return { status: 201, body }
      }),
    )
  })

const revokeOwn = (context: Context) =>
  route(operations.revokeKey, async ({ identity, params, query }) => {
    const account = identity.account ?? fail('unauthorized')
    await revokeKey(context, { account, key: params.key_id, descendants: query.descendants ?? false })
    return { status: 204 }
  })

const createForAccount = ({ database, clock, keyChanges }: Context) =>
  route(operations.createKeyForAccount, (request) =>
    keyChanges(request.params.account_id, () =>
      idempotent(database, request, async (trx) => {
        const account = (await createAccountQueries(trx).find(request.params.account_id)) ?? fail('not-found')
        return { status: 201, body: await createKey(trx, { account, parent: null, now: clock.now() }) }
      }),
    ),
  )

const listOfAccount = ({ database }: Context) =>
  route(operations.listKeysOfAccount, async ({ params }) => {
    const account = (await createAccountQueries(database.knex).find(params.account_id)) ?? fail('not-found')
    const keys = await createKeyQueries(database.knex).list(account.id)
    return { status: 200, body: { keys: keys.map(presentKey) } }
  })

const revokeOfAccount = (context: Context) =>
  route(operations.revokeKeyOfAccount, async ({ params, query }) => {
    const { account_id: account, key_id: key } = params
    await revokeKey(context, { account, key, descendants: query.descendants ?? false })
    return { status: 204 }
  })

/** The account’s own keys. */
export const keyRoutes = (context: Context): Route[] => [createOwn(context), revokeOwn(context)]

/** Keys of any account, for support. */
export const keyAdminRoutes = (context: Context): Route[] => [
  createForAccount(context),
  listOfAccount(context),
  revokeOfAccount(context),
]
