import { isUuid, prepared } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import { type FullRelease, type FullRow, joinParties, selectFull, toFullRelease } from '../release/queries.ts'

/** What a person has in hand: a Trip Link, a booking's code, or the number that a record shows. */
export interface ReleaseName {
  name: string
  /** Only where this account is operator or seller; null: in all. */
  account: string | null
}

const wholeNumber = /^[1-9]\d{0,15}$/

/**
 * Releases of all accounts that have this name, newest first, also revoked ones. Codes and numbers are looked for without their
 * account, which the indexes begin with: PostgreSQL skips through the accounts. That is for a person's question now and then.
 */
export async function findByName(knex: Knex, { name, account }: ReleaseName, limit: number): Promise<FullRelease[]> {
  if (account !== null && !isUuid(account)) return []
  const number = wholeNumber.test(name) ? name : null
  const rows = await prepared<FullRow>(
    knex,
    'releases/find-by-name',
    `SELECT ${selectFull} FROM releases r ${joinParties}
      WHERE (r.account, r.id) IN (
          SELECT account, release_id FROM release_links WHERE link = ?
          UNION SELECT operator, release_id FROM download_codes WHERE code = ?::bigint
          UNION SELECT account, id FROM releases WHERE id = ?::bigint)
        AND (?::uuid IS NULL OR r.account = ? OR r.seller = ?)
      ORDER BY r.id DESC LIMIT ?`,
    [name, number, number, account, account, account, limit],
  )
  return rows.map(toFullRelease)
}
