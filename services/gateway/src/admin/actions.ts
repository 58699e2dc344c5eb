/** The log of what support changed. An entry is written before the change, so that none is missing, and gets the status afterwards. */
import { type Operation, operations } from '@guidebook/contracts'
import {
  decodeCursor,
  fail,
  isUuid,
  nextLink,
  type Route,
  route,
  toPage,
  toServiceError,
  toStorable,
  uuidv7,
} from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import type { AdminActionRow } from '../generated/rows.ts'

interface Action {
  operation: Operation
  actor: string
  params: Readonly<Record<string, unknown>>
  requestId: string
}

/** Writes the status of the response into the entry. A failure is only logged: the change is made, and its response may have a secret. */
type Settle = (status: number) => Promise<void>

/** Reads are not logged. */
const isChange = ({ method, changesNothing }: Operation): boolean => method !== 'GET' && changesNothing !== true

/** The link of a release is a secret: its own log has the change, under the same request id. */
const secretParameters = new Set(['release', 'link'])

/** Characters of each parameter in the log. */
const longestParameter = 200

export async function logAction(
  { database: { knex }, clock, log }: Pick<Context, 'database' | 'clock' | 'log'>,
  { operation, actor, params, requestId }: Action,
): Promise<Settle> {
  if (!isChange(operation)) return async () => undefined
  const account = String(params.account_id ?? params.account ?? '')
  const shown = Object.entries(params).filter(([name]) => !secretParameters.has(name))
  const id = uuidv7()
  await knex('admin_actions').insert({
    id,
    at: clock.now(),
    actor,
    operation: operation.id,
    account: isUuid(account) ? account : null,
    parameters: JSON.stringify(
      Object.fromEntries(shown.map(([name, value]) => [name, toStorable(String(value), longestParameter)])),
    ),
    request_id: requestId,
  })
  return async (status) => {
    try {
      await knex('admin_actions').where({ id }).update({ status })
    } catch (error) {
      log.warn({ err: error, requestId }, 'action not completed')
    }
  }
}

/** Logs the changes of routes that this service handles itself. */
export const logged = (context: Context, routes: readonly Route[]): Route[] =>
  routes.map(({ operation, handler }) => ({
    operation,
    async handler(request) {
      const { identity, params, requestId } = request
      const settle = await logAction(context, { operation, actor: identity.actor, params, requestId })
      try {
        const reply = await handler(request)
        await settle(reply.status)
        return reply
      } catch (error) {
        await settle(toServiceError(error).status)
        throw error
      }
    },
  }))

export const adminActionRoutes = ({ database: { knex } }: Context): Route[] => [
  route(operations.listAdminActions, async (request) => {
    const { limit = 50, cursor, account, actor } = request.query
    if (account !== undefined && !isUuid(account)) return fail('not-found')
    const [before] = decodeCursor(cursor, ['uuid']) ?? []
    const rows = await knex<AdminActionRow>('admin_actions')
      .modify((actions) => {
        if (account !== undefined) actions.where({ account })
        if (actor !== undefined) actions.where({ actor })
        if (before !== undefined) actions.where('id', '<', before)
      })
      .orderBy('id', 'desc')
      .limit(limit + 1)
    const page = toPage(rows, limit, ({ id }) => [id], presentAction)
    return { status: 200, body: page, headers: nextLink(request, page.nextCursor) }
  }),
]

const presentAction = (row: AdminActionRow) => ({
  id: row.id,
  at: row.at.toISOString(),
  actor: row.actor,
  operation: row.operation,
  account: row.account,
  parameters: row.parameters as Record<string, string>,
  requestId: row.request_id,
  status: row.status,
})
