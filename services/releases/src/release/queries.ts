import type { AccountProjection } from '@guidebook/contracts'
import { alignByOrdinality, prepared } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import { UnknownAccountError } from '../account/known-accounts.ts'
import type { Parties } from './present.ts'
import { columns, type Release, type ReleaseField, selectRelease, toColumn } from './release.ts'

type Connection = Knex | Knex.Transaction

/** A release with the accounts it belongs to: all that its record shows. */
export interface FullRelease {
  release: Release
  parties: Parties
}

export type FullRow = Release & { provider: AccountProjection | null; sellerAccount: AccountProjection | null }

export const selectFull = `${selectRelease}, p.projection AS provider, s.projection AS "sellerAccount"`
export const joinParties = `LEFT JOIN account_projections p ON p.id = r.account
  LEFT JOIN account_projections s ON s.id = r.seller`

/** Throws `UnknownAccountError` where a projection is missing. */
export function toFullRelease({ provider, sellerAccount, ...release }: FullRow): FullRelease {
  if (provider === null) throw new UnknownAccountError(release.account)
  if (release.seller !== null && sellerAccount === null) throw new UnknownAccountError(release.seller)
  return { release, parties: { provider, seller: sellerAccount } }
}

const byLink = `SELECT ${selectFull} FROM release_links l
  JOIN releases r ON r.account = l.account AND r.id = l.release_id ${joinParties} WHERE l.link = ?`

/** Each of one account, as its operator or as its seller; a revoked release is no more. In the order of the questions, null for none. */
export async function findReleases(
  db: Connection,
  questions: readonly { account: string; link: string }[],
): Promise<(FullRow | null)[]> {
  const rows = await prepared<FullRow & { place: number }>(
    db,
    'releases/find',
    `SELECT asked.place, ${selectFull}
       FROM unnest(?::uuid[], ?::text[]) WITH ORDINALITY AS asked(account, link, place)
       JOIN release_links l ON l.link = asked.link
       JOIN releases r ON r.account = l.account AND r.id = l.release_id ${joinParties}
      WHERE (r.account = asked.account OR r.seller = asked.account) AND r.revoked_at IS NULL`,
    [questions.map(({ account }) => account), questions.map(({ link }) => link)],
  )
  return alignByOrdinality<FullRow>(questions.length, rows)
}

/** Whoever holds the link may; also a revoked one is found, so that its page can say so. */
export async function findByLink(db: Connection, link: string): Promise<FullRelease | null> {
  const [row] = await prepared<FullRow>(db, 'releases/find-by-link', byLink, [link])
  return row === undefined ? null : toFullRelease(row)
}

/** For a change: the release stays as it is until the transaction ends. Only its operator finds it. */
export async function lockRelease(trx: Knex.Transaction, account: string, link: string): Promise<FullRelease | null> {
  const [row] = await prepared<FullRow>(
    trx,
    'releases/lock',
    `${byLink} AND r.account = ? AND r.revoked_at IS NULL FOR UPDATE OF r`,
    [link, account],
  )
  return row === undefined ? null : toFullRelease(row)
}

/** For the one change that its seller may make, too. */
export async function lockForParty(trx: Knex.Transaction, account: string, link: string): Promise<FullRelease | null> {
  const [row] = await prepared<FullRow>(
    trx,
    'releases/lock-for-party',
    `${byLink} AND (r.account = ? OR r.seller = ?) AND r.revoked_at IS NULL FOR UPDATE OF r`,
    [link, account, account],
  )
  return row === undefined ? null : toFullRelease(row)
}

/** The same by the number that messages carry; a revoked release, too. */
export async function lockByNumber(trx: Knex.Transaction, account: string, id: number): Promise<FullRelease | null> {
  const [row] = await prepared<FullRow>(
    trx,
    'releases/lock-by-number',
    `SELECT ${selectFull} FROM releases r ${joinParties} WHERE r.account = ? AND r.id = ? FOR UPDATE OF r`,
    [account, id],
  )
  return row === undefined ? null : toFullRelease(row)
}

/** Writes the fields of a locked release and counts the change; answers the release as it is now. */
export async function updateRelease(
  trx: Knex.Transaction,
  release: Release,
  fields: Partial<Release>,
): Promise<Release> {
  const changed = { ...fields, revision: release.revision + 1 }
  const names = Object.keys(changed) as ReleaseField[]
  const now: Release = { ...release, ...changed }
  await trx.raw(
    `UPDATE releases SET ${names.map((name) => `${columns[name]} = ?`).join(', ')} WHERE account = ? AND id = ?`,
    [...names.map((name) => toColumn(now[name])), release.account, release.id] as Knex.RawBinding[],
  )
  return now
}
