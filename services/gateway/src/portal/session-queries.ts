import type { Role } from '@guidebook/contracts'
import { alignByOrdinality, prepared } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import type { PortalSessionRow } from '../generated/rows.ts'

/** Sessions of a person; those that were opened with a key of an account count apart. */
const mostSessions = 100

export interface Membership {
  id: string
  name: string
  oid: string
  role: Role
  test: boolean
  suspended: boolean
}

/** A session that has not ended, with its person and the accounts that the person may use in it. */
export interface SessionHolder {
  id: string
  userId: string
  email: string
  /** In a session that was opened with a key, the name that its account gave, and the account's language. */
  name: string | null
  language: string
  /** The only account of a session that was opened with an API key or by support. */
  account: string | null
  /** Set in a session that support opened. */
  support: { name: string; reason: string } | null
  expiresAt: Date
  lastUsedAt: Date
  accounts: Membership[]
}

const accountsOfSession = `coalesce((
  select json_agg(json_build_object('id', a.id, 'name', a.name, 'oid', a.oid, 'role', m.role, 'test', a.test,
      'suspended', a.suspended_at is not null) order by a.suspended_at is not null, a.name, a.id)
    from memberships m join accounts a on a.id = m.account
   where m.user_id = s.user_id and (s.account is null or s.account = m.account)), '[]')`

/** A key does not prove that its holder is the person, whose choices elsewhere stay unknown. */
const unlessProven = (own: string, otherwise: string) => `case when s.account is null then ${own} else (
  select case when m.proven_at is null then ${otherwise} else coalesce(${own}, ${otherwise}) end
    from memberships m join accounts a on a.id = m.account where m.user_id = s.user_id and m.account = s.account) end`
const nameInSession = unlessProven('u.name', 'm.invited_name')
const languageInSession = unlessProven('u.language', 'a.default_lang')

const accountOfImpersonation = `json_build_array(json_build_object('id', a.id, 'name', a.name, 'oid', a.oid, 'role', i.role, 'test', a.test,
  'suspended', a.suspended_at is not null))`

/** In the order of the hashes (hexadecimal digits); null for a session that is unknown or over. */
export async function findSessions(
  db: Knex,
  hashes: readonly string[],
  limits: { now: Date; idleSince: Date },
): Promise<(SessionHolder | null)[]> {
  const rows = await prepared<SessionHolder & { place: number }>(
    db,
    'gateway/portal-sessions',
    `with asked as (select hash, place from unnest(cast(:hashes as text[])) with ordinality as asked(hash, place))
     select asked.place, s.id, s.user_id as "userId", u.email, ${nameInSession} as name, ${languageInSession} as language, s.account,
            s.expires_at as "expiresAt", s.last_used_at as "lastUsedAt", ${accountsOfSession} as accounts, cast(null as json) as support
       from asked
       join portal_sessions s on s.token_hash = decode(asked.hash, 'hex')
       join users u on u.id = s.user_id
      where s.expires_at > :now and s.last_used_at > :idleSince
      union all
     select asked.place, i.id, i.id, 'support:' || t.name, null, a.default_lang, i.account, i.expires_at,
            cast(:now as timestamptz), ${accountOfImpersonation}, json_build_object('name', t.name, 'reason', i.reason)
       from asked
       join impersonations i on i.token_hash = decode(asked.hash, 'hex')
       join admin_tokens t on t.id = i.admin_token
       join accounts a on a.id = i.account
      where i.expires_at > :now and i.ended_at is null and t.revoked_at is null`,
    { hashes, ...limits },
  )
  return alignByOrdinality<SessionHolder>(hashes.length, rows)
}

export async function touchSessions(db: Knex, ids: readonly string[], now: Date): Promise<void> {
  await db('portal_sessions').whereIn('id', ids).update({ last_used_at: now })
}

export async function insertSession(
  trx: Knex.Transaction,
  row: Omit<PortalSessionRow, 'token_hash'> & { token_hash: Buffer },
): Promise<void> {
  await trx('portal_sessions').insert(row)
}

/** The newest open sessions of a person, newest first; with `account`, only those that were opened with a key of that account. */
export const listSessions = (
  db: Knex,
  { userId, account }: Pick<SessionHolder, 'userId' | 'account'>,
  { now, idleSince }: { now: Date; idleSince: Date },
): Promise<PortalSessionRow[]> =>
  db<PortalSessionRow>('portal_sessions')
    .where({ user_id: userId, ...(account === null ? {} : { account }) })
    .where('expires_at', '>', now)
    .where('last_used_at', '>', idleSince)
    .orderBy('id', 'desc')
    .limit(mostSessions)

/** Leaves room for one more session, and returns the hashes of the ended ones. The holder of a key must not end those that the person opened. */
export async function deleteOldestSessions(
  trx: Knex.Transaction,
  whose: Pick<PortalSessionRow, 'user_id' | 'account'>,
): Promise<string[]> {
  const older = trx('portal_sessions')
    .where(whose)
    .orderBy('id', 'desc')
    .offset(mostSessions - 1)
    .select('id')
  const rows = await trx<PortalSessionRow>('portal_sessions').whereIn('id', older).delete('token_hash')
  return rows.map(({ token_hash }) => token_hash.toString('hex'))
}

/** Returns the hashes of the sessions that this ended. */
export const deleteSessions = async (db: Knex, where: Partial<PortalSessionRow>): Promise<string[]> => {
  const rows = await db<PortalSessionRow>('portal_sessions').where(where).delete('token_hash')
  return rows.map(({ token_hash }) => token_hash.toString('hex'))
}
