/** Personal tokens of support's people. A token is shown once and stored as its hash. */
import { operations } from '@guidebook/contracts'
import { constraintOf, fail, failWith, isUuid, type Route, route, uuidv7 } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import { generateAdminToken, hashOf } from '../api-key/key-format.ts'
import type { Context } from '../context.ts'
import type { AdminTokenRow } from '../generated/rows.ts'
import { endImpersonationsOf } from '../portal/impersonation-queries.ts'

/** A use is recorded at most once a minute. */
const touchEveryMs = 60_000

export const adminTokenRoutes = ({ database, clock }: Context): Route[] => [
  route(operations.createAdminToken, async ({ body: { name }, identity }) => {
    const { key: token, hash } = generateAdminToken()
    const row = { id: uuidv7(), name, created_by: identity.actor, created_at: clock.now(), last_used_at: null }
    await database
      .knex('admin_tokens')
      .insert({ ...row, hash })
      .catch((error: unknown) => {
        if (constraintOf(error) !== 'admin_tokens_name') throw error
        const fault = { pointer: '/name', code: 'admin-token-name-taken', message: 'belongs to another token' } as const
        failWith('admin-token-name-taken', [fault])
      })
    return { status: 201, body: { ...presentToken(row), token } }
  }),

  route(operations.listAdminTokens, async () => {
    const rows = await database.knex<AdminTokenRow>('admin_tokens').whereNull('revoked_at').orderBy('id')
    return { status: 200, body: { items: rows.map(presentToken) } }
  }),

  route(operations.revokeAdminToken, async ({ params: { token_id: id } }) => {
    if (!isUuid(id)) return fail('not-found')
    const now = clock.now()
    await database.transaction(async (trx) => {
      const live = trx<AdminTokenRow>('admin_tokens').where({ id }).whereNull('revoked_at')
      if ((await live.update({ revoked_at: now })) === 0) fail('not-found')
      // The sessions are refused within five seconds; the log of the account has this time as their end.
      await endImpersonationsOf(trx, id, now)
    })
    return { status: 204 }
  }),
]

const presentToken = (row: Pick<AdminTokenRow, 'id' | 'name' | 'created_by' | 'created_at' | 'last_used_at'>) => ({
  id: row.id,
  name: row.name,
  createdBy: row.created_by,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
})

/** A token that is not revoked. Support sends few requests, so each is looked up: a revoked token is refused at once. */
export async function findAdminToken(knex: Knex, token: string, now: Date): Promise<AdminTokenRow | null> {
  const hash = Buffer.from(hashOf(token), 'hex')
  const row = await knex<AdminTokenRow>('admin_tokens').where({ hash }).whereNull('revoked_at').first()
  if (row === undefined) return null
  if (now.getTime() - (row.last_used_at?.getTime() ?? 0) > touchEveryMs) {
    await knex<AdminTokenRow>('admin_tokens').where({ id: row.id }).update({ last_used_at: now })
  }
  return row
}
