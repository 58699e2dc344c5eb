import { operations } from '@guidebook/contracts'
import { fail, idempotent, type Route, route } from '@guidebook/service-kit'
import { findAccount } from '../account/queries.ts'
import type { Context } from '../context.ts'
import { createKey, revokeKey } from './change-keys.ts'
import { listKeys, presentKey } from './queries.ts'

/** The keys of the account, for the account itself. */
export const keyRoutes = (context: Context): Route[] => [
  route(operations.createKey, (request) => {
    const { account, test } = request.identity
    if (account === null) return fail('unauthorized')
    return context.accountChanges.run(account, () =>
      idempotent(context.database, request, async (trx) => {
        return { status: 201, body: await createKey(trx, { id: account, test }, request.identity, context.clock.now()) }
      }),
    )
  }),
  route(operations.revokeKey, async ({ identity, params, query }) => {
    const account = identity.account ?? fail('unauthorized')
    await revokeKey(context, { account, key: params.key_id, descendants: query.descendants ?? false }, identity)
    return { status: 204 }
  }),
]

/** Keys of any account, for support. */
export const keyAdminRoutes = (context: Context): Route[] => [
  route(operations.createKeyForAccount, (request) =>
    context.accountChanges.run(request.params.account_id, () =>
      idempotent(context.database, request, async (trx) => {
        const account = (await findAccount(trx, request.params.account_id)) ?? fail('not-found')
        return { status: 201, body: await createKey(trx, account, null, context.clock.now()) }
      }),
    ),
  ),
  route(operations.listKeysOfAccount, async ({ params }) => {
    const { knex } = context.database
    const account = (await findAccount(knex, params.account_id)) ?? fail('not-found')
    return { status: 200, body: { keys: (await listKeys(knex, account.id)).map(presentKey) } }
  }),
  route(operations.revokeKeyOfAccount, async ({ params: { account_id: account, key_id: key }, query }) => {
    await revokeKey(context, { account, key, descendants: query.descendants ?? false }, null)
    return { status: 204 }
  }),
]
