import { operations } from '@guidebook/contracts'
import { fail, idempotent, type Route, route } from '@guidebook/service-kit'
import { createAccountQueries } from '../account/queries.ts'
import type { Context } from '../context.ts'
import { createKey } from './create-key.ts'
import { presentKey } from './present.ts'
import { createKeyQueries } from './queries.ts'

async function revoke({ database, clock, keyring }: Context, account: string, id: string): Promise<void> {
  const hash = await createKeyQueries(database.knex).revoke(account, id, clock.now())
  keyring.forget(hash ?? fail('not-found'))
}

const createOwn = ({ database, clock }: Context) =>
  route(operations.createKey, (request) =>
    idempotent(database, request, async (trx) => {
      const { account, test } = request.identity
      const id = account ?? fail('unauthorized')
      return { status: 201, body: await createKey(trx, { id, test }, clock.now()) }
    }),
  )

const revokeOwn = (context: Context) =>
  route(operations.revokeKey, async ({ identity, params }) => {
    await revoke(context, identity.account ?? fail('unauthorized'), params.key_id)
    return { status: 204 }
  })

const createForAccount = ({ database, clock }: Context) =>
  route(operations.createKeyForAccount, (request) =>
    idempotent(database, request, async (trx) => {
      const account = (await createAccountQueries(trx).find(request.params.account_id)) ?? fail('not-found')
      return { status: 201, body: await createKey(trx, account, clock.now()) }
    }),
  )

const listOfAccount = ({ database }: Context) =>
  route(operations.listKeysOfAccount, async ({ params }) => {
    const account = (await createAccountQueries(database.knex).find(params.account_id)) ?? fail('not-found')
    const keys = await createKeyQueries(database.knex).list(account.id)
    return { status: 200, body: { keys: keys.map(presentKey) } }
  })

const revokeOfAccount = (context: Context) =>
  route(operations.revokeKeyOfAccount, async ({ params }) => {
    await revoke(context, params.account_id, params.key_id)
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
