import { operations } from '@guidebook/contracts'
import { fail, idempotent, type Route, route } from '@guidebook/service-kit'
import { findAccount } from '../account/queries.ts'
import type { Context } from '../context.ts'
import { listMembers, presentMember } from '../person/queries.ts'
import { changeRole, invite, linkFor, type NewLink, remove } from './change-people.ts'

/** The people of the account, for the account itself. */
export const peopleRoutes = (context: Context): Route[] => {
  const { database, sessions, accountChanges } = context
  return [
    route(operations.listUsers, async ({ identity }) => {
      const members = await listMembers(database.knex, identity.account ?? fail('unauthorized'))
      return { status: 200, body: { items: members.map(presentMember) } }
    }),
    route(operations.inviteUser, (request) => {
      const account = request.identity.account ?? fail('unauthorized')
      return accountChanges.run(account, () =>
        idempotent(database, request, async (trx) => {
          const options = { by: request.identity, mail: true, limited: true }
          const { member } = await invite(trx, context, account, request.body, options)
          return { status: 201, body: presentMember(member) }
        }),
      )
    }),
    route(operations.changeUser, async (request) => {
      const account = request.identity.account ?? fail('unauthorized')
      const reply = await accountChanges.run(account, () =>
        idempotent(database, request, async (trx) => {
          const { params, body, identity: by } = request
          const member = await changeRole(trx, account, params.user_id, { role: body.role, by })
          return { status: 200 as const, body: presentMember(member) }
        }),
      )
      sessions.forgetRights()
      return reply
    }),
    route(operations.removeUser, async ({ identity: by, params }) => {
      const account = by.account ?? fail('unauthorized')
      await accountChanges.run(account, () =>
        database.transaction((trx) => remove(trx, account, params.user_id, { by })),
      )
      sessions.forgetRights()
      return { status: 204 }
    }),
  ]
}

const presentLink = ({ member, link, expiresAt }: NewLink) => ({
  user: presentMember(member),
  link,
  expiresAt: expiresAt.toISOString(),
})

/** The people of any account, for support. */
export const peopleAdminRoutes = (context: Context): Route[] => {
  const { database, sessions, settings, log } = context
  return [
    route(operations.listUsersOfAccount, async ({ params: { account_id: id } }) => {
      const account = (await findAccount(database.knex, id)) ?? fail('not-found')
      return { status: 200, body: { items: (await listMembers(database.knex, account.id)).map(presentMember) } }
    }),
    route(operations.createUserOfAccount, (request) =>
      idempotent(database, request, async (trx) => {
        const options = { by: request.identity, mail: settings.SMTP_URL !== undefined, limited: false }
        const created = await invite(trx, context, request.params.account_id, request.body, options)
        return { status: 201, body: presentLink(created) }
      }),
    ),
    route(operations.createSignInLink, (request) =>
      idempotent(database, request, async (trx) => {
        const { account_id: account, user_id: user } = request.params
        const created = await linkFor(trx, context, account, user)
        log.info({ account, user }, 'support created a sign-in link')
        return { status: 201, body: presentLink(created) }
      }),
    ),
    route(operations.removeUserOfAccount, async ({ identity: by, params: { account_id, user_id } }) => {
      await database.transaction((trx) => remove(trx, account_id, user_id, { by, leaveNoAdmin: true }))
      sessions.forgetRights()
      return { status: 204 }
    }),
  ]
}
