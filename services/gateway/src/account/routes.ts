import { operations } from '@guidebook/contracts'
import { fail, type Route, route } from '@guidebook/service-kit'
import { createKeyQueries } from '../api-key/queries.ts'
import type { Context } from '../context.ts'
import { presentOwnAccount, presentProjection } from './present.ts'
import { createAccountQueries } from './queries.ts'

const readOwnAccount = ({ database }: Context) =>
  route(operations.readOwnAccount, async ({ identity }) => {
    const id = identity.account ?? fail('unauthorized')
    const accounts = createAccountQueries(database.knex)
    const [row, keys, partners] = await Promise.all([
      accounts.find(id),
      createKeyQueries(database.knex).list(id),
      accounts.partnersOf(id),
    ])
    return { status: 200, body: presentOwnAccount(row ?? fail('not-found'), keys, partners) }
  })

const readAccount = ({ database }: Context) =>
  route(operations.readAccount, async ({ params }) => {
    const row = await createAccountQueries(database.knex).find(params.account_id)
    return { status: 200, body: { account: row && presentProjection(row) } }
  })

const findAccountByOid = ({ database }: Context) =>
  route(operations.findAccountByOid, async ({ query }) => {
    const row = await createAccountQueries(database.knex).findByOid(query.oid)
    return { status: 200, body: { account: row && presentProjection(row) } }
  })

/** Operations of an account on itself. */
export const accountRoutes = (context: Context): Route[] => [readOwnAccount(context)]

/** Operations for other services. */
export const internalAccountRoutes = (context: Context): Route[] => [readAccount(context), findAccountByOid(context)]
