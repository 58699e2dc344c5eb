import { alignByOrdinality, batched, type Database, prepared } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import { UnknownAccountError, withKnownAccounts } from '../account/accounts.ts'
import type { Context } from '../context.ts'
import { type Release, type ReleaseRow, releaseColumns } from './release.ts'

/** A row of `selectRelease`: a projection is null when this service does not have it. */
export type FoundRow = ReleaseRow & { [Account in 'provider' | 'reseller']: Release[Account] | null }

export const selectRow = releaseColumns.replaceAll(/\w+/g, 'r.$&')
export const selectRelease = `${selectRow}, p.projection as provider, s.projection as reseller`
export const joinAccounts = `left join account_projections p on p.id = r.account
  left join account_projections s on s.id = r.seller`

/** Throws `UnknownAccountError` when a projection is missing. */
export function requireAccounts({ provider, ...row }: FoundRow): Release {
  if (provider === null) throw new UnknownAccountError(row.account)
  if (row.seller !== null && row.reseller === null) throw new UnknownAccountError(row.seller)
  return { ...row, provider }
}

/** Finds a release that the account operates or sells, unless it is revoked. Concurrent look-ups share a statement. */
export function createReleaseFinder({ database, accounts }: Pick<Context, 'database' | 'accounts'>) {
  const find = batched({ load: (questions: readonly Question[]) => findReleases(database, questions) })
  return (account: string, link: string): Promise<Release | null> =>
    withKnownAccounts(accounts, async () => {
      const row = await find({ account, link })
      return row && requireAccounts(row)
    })
}

type Question = Record<'account' | 'link', string>

async function findReleases({ knex }: Database, questions: readonly Question[]): Promise<(FoundRow | null)[]> {
  const rows = await prepared<FoundRow & { place: number }>(
    knex,
    'releases/find',
    `select asked.place, ${selectRelease}
       from unnest(cast(:accounts as uuid[]), cast(:links as text[])) with ordinality as asked(account, link, place)
       join release_links l on l.link = asked.link
       join releases r on r.account = l.account and r.id = l.release_id ${joinAccounts}
      where (r.account = asked.account or r.seller = asked.account) and r.revoked_at is null`,
    { accounts: questions.map(({ account }) => account), links: questions.map(({ link }) => link) },
  )
  return alignByOrdinality<FoundRow>(questions.length, rows)
}

const byLink = `select ${selectRelease} from release_links l
  join releases r on r.account = l.account and r.id = l.release_id ${joinAccounts} where l.link = :link`

/** For travellers: also a revoked release, so that its page can say so. */
export const findByLink = (db: Knex, link: string) => findOne(db, 'releases/find-by-link', byLink, { link })

/** A release of its operator, locked until the transaction ends. */
export const lockRelease = (trx: Knex.Transaction, account: string, link: string) =>
  findOne(trx, 'releases/lock', `${byLink} and r.account = :account and r.revoked_at is null for update of r`, {
    account,
    link,
  })

/** A release with a seller, for the change that the seller may make too. */
export const lockShared = (trx: Knex.Transaction, account: string, link: string) =>
  findOne(
    trx,
    'releases/lock-shared',
    `${byLink} and r.seller is not null and (r.account = :account or r.seller = :account) and r.revoked_at is null
      for update of r`,
    { account, link },
  )

/** The same by the number that messages have; also a revoked release. */
export const lockByNumber = (trx: Knex.Transaction, account: string, id: number) =>
  findOne(
    trx,
    'releases/lock-by-number',
    `select ${selectRelease} from releases r ${joinAccounts} where r.account = :account and r.id = :id for update of r`,
    { account, id },
  )

async function findOne(
  db: Knex,
  name: string,
  sql: string,
  bindings: Record<string, unknown>,
): Promise<Release | null> {
  const [row] = await prepared<FoundRow>(db, name, sql, bindings)
  return row === undefined ? null : requireAccounts(row)
}

/** Writes fields of a locked release and counts the change. Returns the release after it. */
export async function updateRelease(
  trx: Knex.Transaction,
  release: Release,
  fields: Partial<ReleaseRow>,
): Promise<Release> {
  const changed = { ...fields, revision: release.revision + 1 }
  const values = Object.entries(changed).map(([name, value]) => [
    name,
    Array.isArray(value) ? JSON.stringify(value) : value,
  ])
  const { account, id } = release
  await trx('releases').where({ account, id }).update(Object.fromEntries(values))
  return { ...release, ...changed }
}
