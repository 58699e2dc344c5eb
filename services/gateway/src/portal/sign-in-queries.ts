import { prepared } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import type { SignInCodeRow } from '../generated/rows.ts'

/** Wrong codes that a code survives. */
const mostTries = 5

export async function insertCode(trx: Knex.Transaction, row: Omit<SignInCodeRow, 'tries'>): Promise<void> {
  await trx('sign_in_codes').insert(row)
}

export type LiveCode = Pick<SignInCodeRow, 'id' | 'user_id'> & { code_hash: Buffer }

/** The codes that a person can use now, locked, so that concurrent tries count one after the other. */
export const lockLiveCodes = (trx: Knex.Transaction, email: string, now: Date): Promise<LiveCode[]> =>
  prepared<LiveCode>(
    trx,
    'gateway/live-codes',
    `select c.id, c.user_id, c.code_hash from sign_in_codes c join users u on u.id = c.user_id
      where u.email = :email and c.code_hash is not null and c.expires_at > :now and c.tries < :mostTries
      order by c.id for update of c`,
    { email, now, mostTries },
  )

export async function countTry(trx: Knex.Transaction, ids: readonly string[]): Promise<void> {
  await trx('sign_in_codes').whereIn('id', ids).increment('tries', 1)
}

export async function deleteCodes(trx: Knex.Transaction, ids: readonly string[]): Promise<void> {
  await trx('sign_in_codes').whereIn('id', ids).delete()
}

/** Uses up the link with this hash. Returns its person. */
export async function takeLink(trx: Knex.Transaction, linkHash: Buffer, now: Date): Promise<string | null> {
  const [row] = await trx<SignInCodeRow>('sign_in_codes')
    .where({ link_hash: linkHash })
    .where('link_expires_at', '>', now)
    .delete('user_id')
  return row?.user_id ?? null
}

/**
 * Records that a person signed in, and accepts the invitations to all accounts. With a key of an `account`, it accepts only the one to this account,
 * proves nothing, and other accounts do not learn of it.
 */
export async function noteSignIn(
  trx: Knex.Transaction,
  { user, account, now }: { user: string; account: string | null; now: Date },
): Promise<void> {
  const memberships = trx('memberships').where({ user_id: user })
  if (account !== null) {
    await memberships.where({ account }).whereNull('accepted_at').update({ accepted_at: now })
    return
  }
  await trx('users').where({ id: user }).update({ last_sign_in_at: now })
  await memberships
    .whereNull('proven_at')
    .update({ proven_at: now, accepted_at: trx.raw('coalesce(accepted_at, ?)', [now]) })
}
