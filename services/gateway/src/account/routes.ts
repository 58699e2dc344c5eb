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
import { createAccount, setConnection, updateAccount } from './change-accounts.ts'
import { presentAccount, presentProjection } from './present.ts'
import { type ConnectedAccount, findAccount, findAccountByOid, listAccounts } from './queries.ts'

/** Operations for other services. */
export const internalAccountRoutes = ({ database: { knex } }: Context): Route[] => [
  route(operations.readAccount, async ({ params }) => {
    const row = await findAccount(knex, params.account_id)
    return { status: 200, body: { account: row && presentProjection(row) } }
  }),
  route(operations.findAccountByOid, async ({ query }) => {
    const row = await findAccountByOid(knex, query.oid)
    return { status: 200, body: { account: row && presentProjection(row) } }
  }),
]

const etagOf = ({ version }: ConnectedAccount) => String(version)
const respond = <const S extends number>(status: S, row: ConnectedAccount) => ({
  status,
  body: presentAccount(row),
  etag: etagOf(row),
})

/** Support's operations on accounts and their connections. */
export const accountAdminRoutes = ({ database, clock }: Context): Route[] => [
  route(operations.createAccount, (request) =>
    idempotent(database, request, async (trx) => {
      const row = await createAccount(trx, request.body, clock.now())
      return { ...respond(201, row), location: `/admin/accounts/${row.id}` }
    }),
  ),
  route(operations.readAccountForSupport, async ({ params }) =>
    respond(200, (await findAccount(database.knex, params.account_id)) ?? fail('not-found')),
  ),
  route(operations.listAccounts, async (request) => {
    const { oid = null, q = null, limit = 50, cursor } = request.query
    const [after = null] = decodeCursor(cursor, ['uuid']) ?? []
    const rows = await listAccounts(database.knex, { oid, q, after, limit: limit + 1 })
    const body = toPage(rows, limit, ({ id }) => [id], presentAccount)
    return { status: 200, body, headers: nextLink(request, body.nextCursor) }
  }),
  route(operations.updateAccount, (request) =>
    idempotent(database, request, async (trx) => {
      const requireCurrent = (row: ConnectedAccount) => requireMatch(request, etagOf(row))
      const { account_id } = request.params
      return respond(200, await updateAccount(trx, account_id, request.body, clock.now(), requireCurrent))
    }),
  ),
  route(operations.connectAccounts, (request) =>
    idempotent(database, request, async (trx) => {
      const { account_id, other_id } = request.params
      return respond(200, await setConnection(trx, account_id, other_id, true))
    }),
  ),
  route(operations.disconnectAccounts, async ({ params: { account_id, other_id } }) => {
    await database.transaction((trx) => setConnection(trx, account_id, other_id, false))
    return { status: 204 }
  }),
]
