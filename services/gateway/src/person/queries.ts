import { randomUUID } from 'node:crypto'
import type { AccountUser, Role } from '@guidebook/contracts'
import { isUuid } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import type { MembershipRow, UserRow } from '../generated/rows.ts'

export const findUser = (db: Knex, id: string): Promise<UserRow | undefined> =>
  db<UserRow>('users').where({ id }).first()

export const findUserByEmail = (db: Knex, email: string): Promise<UserRow | undefined> =>
  db<UserRow>('users').where({ email: email.toLowerCase() }).first()

/** Keeps others from removing a person until the transaction ends. Returns whether there is such a person. */
export const lockUser = async (trx: Knex.Transaction, id: string): Promise<boolean> =>
  (await trx<UserRow>('users').where({ id }).forKeyShare().first('id')) !== undefined

/** A person as an account sees them: until they prove their address or use a passkey, it does not see what they do elsewhere. */
export type Member = Pick<UserRow, 'id' | 'email' | 'name' | 'last_sign_in_at'> &
  Pick<MembershipRow, 'role' | 'invited_at' | 'accepted_at'>

const members = (db: Knex, account: string) =>
  db('memberships')
    .join('users', 'users.id', 'memberships.user_id')
    .where({ account })
    .select('users.id', 'email', 'role', 'invited_at', 'accepted_at')
    .select({
      name: db.raw('case when proven_at is null then invited_name else coalesce(name, invited_name) end'),
      // A sign-in with a key of another account is none of this one, and one with this account's own key accepts.
      last_sign_in_at: db.raw(
        'case when proven_at is null then accepted_at else greatest(accepted_at, last_sign_in_at) end',
      ),
    })

export const listMembers = (db: Knex, account: string): Promise<Member[]> => members(db, account).orderBy('email')

export const findMember = (db: Knex, account: string, user: string): Promise<Member | undefined> =>
  isUuid(user) ? members(db, account).where('users.id', user).first() : Promise.resolve(undefined)

export const presentMember = (row: Member): AccountUser => ({
  id: row.id,
  email: row.email,
  name: row.name,
  role: row.role,
  invitedAt: row.invited_at.toISOString(),
  acceptedAt: row.accepted_at?.toISOString() ?? null,
  lastSignInAt: row.last_sign_in_at?.toISOString() ?? null,
})

export const hasAdmin = async (trx: Knex.Transaction, account: string): Promise<boolean> =>
  (await trx('memberships').where({ account, role: 'admin' }).first('user_id')) !== undefined

export const isAdmin = async (trx: Knex.Transaction, account: string, email: string): Promise<boolean> => {
  const users = trx('users').where({ email }).select('id')
  return (
    (await trx('memberships').where({ account, role: 'admin' }).whereIn('user_id', users).first('user_id')) !==
    undefined
  )
}

export const countMembers = async (trx: Knex.Transaction, account: string): Promise<number> =>
  Number((await trx('memberships').where({ account }).count({ count: '*' }).first())?.count ?? 0)

interface NewMember {
  email: string
  name?: string | undefined
  role: Role
  language: string
}

/** Adds a person to a locked account, and creates the person unless another account has them already. Name and language of a known person stay. */
export async function addMember(
  trx: Knex.Transaction,
  account: string,
  { email, name, role, language }: NewMember,
  { by, now }: { by: string; now: Date },
): Promise<UserRow> {
  // Random: an account must not read from the id since when another one has the person.
  const created = { id: randomUUID(), email: email.toLowerCase(), name: name ?? null, language, created_at: now }
  // The update changes nothing, but locks the person: another account may be removing them at this moment.
  const [user] = await trx<UserRow>('users').insert(created).onConflict('email').merge(['email']).returning('*')
  if (user === undefined) throw new Error('a person is missing in the transaction that created it')
  await trx('memberships').insert({
    account,
    user_id: user.id,
    role,
    invited_name: created.name,
    invited_by: by,
    invited_at: now,
  })
  return user
}

export async function setRole(trx: Knex.Transaction, account: string, user: string, role: Role): Promise<void> {
  await trx('memberships').where({ account, user_id: user }).update({ role })
}

/**
 * Removes a person from an account, and ends the sessions that a key of the account opened for them: a new invitation must not revive those. A
 * person without an account is deleted, with all sessions and passkeys.
 */
export async function removeMember(trx: Knex.Transaction, account: string, user: string): Promise<void> {
  // Locked before the memberships are read, so that one that is just being added counts.
  await trx('users').where({ id: user }).forUpdate()
  await trx('memberships').where({ account, user_id: user }).delete()
  await trx('portal_sessions').where({ account, user_id: user }).delete()
  const remains = trx('memberships').where({ user_id: user }).select(trx.raw('1'))
  await trx('users').where({ id: user }).whereNotExists(remains).delete()
}
