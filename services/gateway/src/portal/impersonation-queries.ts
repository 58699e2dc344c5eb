import type { Knex } from 'knex'
import type { ImpersonationRow } from '../generated/rows.ts'

/** Uses up the link with this hash, and opens the session. Null: there is no such link, it has expired, or its admin token was revoked. */
export async function useLink(
  db: Knex,
  { linkHash, tokenHash, now, expiresAt }: { linkHash: Buffer; tokenHash: Buffer; now: Date; expiresAt: Date },
): Promise<ImpersonationRow | null> {
  const live = db('admin_tokens').whereNull('revoked_at').select('id')
  const [row] = await db('impersonations')
    .where({ link_hash: linkHash })
    .where('link_expires_at', '>', now)
    .whereIn('admin_token', live)
    .update({ link_hash: null, token_hash: tokenHash, opened_at: now, expires_at: expiresAt })
    .returning('*')
  return row ?? null
}

export async function endImpersonation(db: Knex, tokenHash: Buffer, now: Date): Promise<void> {
  await endOpen(db, { token_hash: tokenHash }, now)
}

/** Ends the sessions that were opened with an admin token. */
export async function endImpersonationsOf(db: Knex, adminToken: string, now: Date): Promise<void> {
  await endOpen(db, { admin_token: adminToken }, now)
}

/** A session that has expired keeps its end. */
async function endOpen(db: Knex, where: Partial<ImpersonationRow>, now: Date): Promise<void> {
  await db('impersonations').where(where).whereNull('ended_at').where('expires_at', '>', now).update({ ended_at: now })
}
