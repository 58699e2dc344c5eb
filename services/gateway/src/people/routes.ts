import { operations } from '@guidebook/contracts'
import { fail, idempotent, type Route, route } from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { listMembers, presentMember } from '../person/queries.ts'
import { changeRole, invite, remove } from './change-people.ts'

/** The people of the account, for the account itself. */
export const peopleRoutes = (context: Context): Route[] => {
  const { database, sessions } = context
  return [
    route(operations.listUsers, async ({ identity }) => {
      const members = await listMembers(database.knex, identity.account ?? fail('unauthorized'))
      return { status: 200, body: { items: members.map(presentMember) } }
    }),
    route(operations.inviteUser, (request) =>
      idempotent(database, request, async (trx) => {
        const { account, actor } = request.identity
        const options = { by: actor, mail: true }
        const { member } = await invite(trx, context, account ?? fail('unauthorized'), request.body, options)
        return { status: 201, body: presentMember(member) }
      }),
    ),
    route(operations.changeUser, async (request) => {
      const account = request.identity.account ?? fail('unauthorized')
      const reply = await idempotent(database, request, async (trx) => {
        const member = await changeRole(trx, account, request.params.user_id, request.body.role)
        return { status: 200 as const, body: presentMember(member) }
      })
      sessions.forgetRights()
      return reply
    }),
    route(operations.removeUser, async ({ identity, params }) => {
      const account = identity.account ?? fail('unauthorized')
      await database.transaction((trx) => remove(trx, account, params.user_id))
      sessions.forgetRights()
      return { status: 204 }
    }),
  ]
}
