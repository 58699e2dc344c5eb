import type { Impersonation } from '@guidebook/contracts'
import type { Knex } from 'knex'
import type { ImpersonationRow } from '../generated/rows.ts'

export type ListedImpersonation = ImpersonationRow & { name: string }

/** Newest first, after the entry `before`. */
export const listImpersonations = (
  db: Knex,
  { account, before, limit }: { account: string; before: string | undefined; limit: number },
): Promise<ListedImpersonation[]> =>
  db('impersonations as i')
    .join('admin_tokens as t', 't.id', 'i.admin_token')
    .where({ account })
    .modify((rows) => {
      if (before !== undefined) rows.where('i.id', '<', before)
    })
    .orderBy('i.id', 'desc')
    .limit(limit)
    .select('i.*', 't.name')

export function presentImpersonation(row: ListedImpersonation): Impersonation {
  const end = row.ended_at ?? row.expires_at
  return {
    id: row.id,
    by: `support:${row.name}`,
    role: row.role,
    reason: row.reason,
    createdAt: row.created_at.toISOString(),
    openedAt: row.opened_at?.toISOString() ?? null,
    endsAt: end?.toISOString() ?? null,
  }
}
