import { operations } from '@guidebook/contracts'
import {
  decodeCursor,
  fail,
  idempotent,
  nextLink,
  type Route,
  requireMatch,
  route,
  toPage,
} from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { connectAccounts, disconnectAccounts } from './connect-accounts.ts'
import { createAccount } from './create-account.ts'
import { presentAccount } from './present.ts'
import { type ConnectedAccount, createAccountQueries } from './queries.ts'
import { updateAccount } from './update-account.ts'

const respond = <const S extends number>(status: S, row: ConnectedAccount) => ({
  status,
  body: presentAccount(row),
  etag: etagOf(row),
})
const etagOf = ({ version }: ConnectedAccount) => String(version)

const create = ({ database, clock }: Context) =>
  route(operations.createAccount, (request) =>
    idempotent(database, request, async (trx) => {
      const row = await createAccount(trx, request.body, clock.now())
      return { ...respond(201, row), location: `/admin/accounts/${row.id}` }
    }),
  )

const read = ({ database }: Context) =>
  route(operations.readAccountForSupport, async ({ params }) => {
    const row = await createAccountQueries(database.knex).find(params.account_id)
    return respond(200, row ?? fail('not-found'))
  })

const list = ({ database }: Context) =>
  route(operations.listAccounts, async (request) => {
    const { oid = null, limit = 50, cursor } = request.query
    const [after = null] = decodeCursor(cursor, ['uuid']) ?? []
    const rows = await createAccountQueries(database.knex).list({ oid, after, limit: limit + 1 })
    const body = toPage(rows, limit, ({ id }) => [id], presentAccount)
    return { status: 200, body, headers: nextLink(request, body.nextCursor) }
  })

const update = ({ database, clock }: Context) =>
  route(operations.updateAccount, (request) =>
    idempotent(database, request, async (trx) => {
      const requireCurrent = (row: ConnectedAccount) => requireMatch(request, etagOf(row))
      return respond(
        200,
        await updateAccount(trx, request.params.account_id, request.body, clock.now(), requireCurrent),
      )
    }),
  )

const connect = ({ database }: Context) =>
  route(operations.connectAccounts, (request) =>
    idempotent(database, request, async (trx) => {
      const { account_id, other_id } = request.params
      return respond(200, await connectAccounts(trx, account_id, other_id))
    }),
  )

const disconnect = ({ database }: Context) =>
  route(operations.disconnectAccounts, async ({ params: { account_id, other_id } }) => {
    await database.transaction((trx) => disconnectAccounts(trx, account_id, other_id))
    return { status: 204 }
  })

/** Support's operations on accounts and their connections. */
export const accountAdminRoutes = (context: Context): Route[] => [
  create(context),
  read(context),
  list(context),
  update(context),
  connect(context),
  disconnect(context),
]
