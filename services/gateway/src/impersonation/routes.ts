/** Support opens the portal of an account with a role and a reason, which the account sees. */
import { operations } from '@guidebook/contracts'
import {
  decodeCursor,
  fail,
  nextLink,
  type OperationRequest,
  type Route,
  route,
  ServiceError,
  toPage,
  uuidv7,
} from '@guidebook/service-kit'
import { findAccount } from '../account/queries.ts'
import { support } from '../admin/support.ts'
import type { Context } from '../context.ts'
import type { AdminTokenRow, ImpersonationRow } from '../generated/rows.ts'
import { hashOfToken, newToken } from '../portal/secrets.ts'
import { listImpersonations, presentImpersonation } from './queries.ts'

/** The link goes from one page of the same browser to another. */
const linkLifetimeMs = 60_000

export const impersonationRoutes = (context: Context): Route[] => [
  route(operations.listImpersonations, async (request) =>
    pageFor(context, request.identity.account ?? fail('unauthorized'), request),
  ),
]

export const impersonationAdminRoutes = (context: Context): Route[] => {
  const { database, clock, settings } = context
  return [
    route(operations.impersonateAccount, async ({ params, body: { role, reason }, identity }) => {
      const account = (await findAccount(database.knex, params.account_id)) ?? fail('not-found')
      if (account.suspended_at !== null) fail('account-suspended')
      const token = await tokenOf(identity.actor)
      const link = newToken()
      const now = clock.now()
      const row: ImpersonationRow = {
        id: uuidv7(),
        account: account.id,
        admin_token: token.id,
        role,
        reason: reason.trim(),
        created_at: now,
        link_hash: Buffer.from(hashOfToken(link), 'hex'),
        link_expires_at: new Date(now.getTime() + linkLifetimeMs),
        token_hash: null,
        opened_at: null,
        expires_at: null,
        ended_at: null,
      }
      await database.knex('impersonations').insert(row)
      return {
        status: 201,
        body: {
          impersonation: presentImpersonation({ ...row, name: token.name }),
          // Browsers send the fragment to no server.
          link: `${settings.PUBLIC_URL}/portal/sign-in#support-${link}`,
          expiresAt: row.link_expires_at.toISOString(),
        },
      }
    }),
    route(operations.listImpersonationsOfAccount, async (request) => {
      const account = (await findAccount(database.knex, request.params.account_id)) ?? fail('not-found')
      return pageFor(context, account.id, request)
    }),
  ]

  /** The personal token behind an actor such as `support:anna`. Names of live tokens are unique. */
  async function tokenOf(actor: string): Promise<AdminTokenRow> {
    const name = actor.slice(`${support.actor}:`.length)
    const row = await database.knex<AdminTokenRow>('admin_tokens').where({ name }).whereNull('revoked_at').first()
    if (row === undefined) throw new ServiceError('own-admin-token-needed')
    return row
  }
}

type Listing = OperationRequest<typeof operations.listImpersonations>

async function pageFor({ database }: Context, account: string, request: Pick<Listing, 'query' | 'raw'>) {
  const { limit = 50, cursor } = request.query
  const [before] = decodeCursor(cursor, ['uuid']) ?? []
  const rows = await listImpersonations(database.knex, { account, before, limit: limit + 1 })
  const body = toPage(rows, limit, ({ id }) => [id], presentImpersonation)
  return { status: 200 as const, body, headers: nextLink(request, body.nextCursor) }
}
