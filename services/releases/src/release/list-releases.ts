import type { operations, QueryOf } from '@guidebook/contracts'
import { type BoundedRow, limitPageBytes } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import { type FoundRow, joinAccounts, requireAccounts, selectRelease } from './queries.ts'
import type { Release } from './release.ts'

interface Listed extends Omit<QueryOf<typeof operations.listReleases>, 'cursor'> {
  account: string
  /** The number of the last release of the page before. */
  before: number | null
  today: string
  limit: number
}

/**
 * Releases that the account operates or sells, newest first. Each way is read by its own index and only as far as the page needs; a page of
 * large records ends early.
 */
export async function listReleases(knex: Knex, { q = '', ...listed }: Listed): Promise<(Release & BoundedRow)[]> {
  const words = q.split(/\s+/).filter((word) => word !== '')
  const patterns = words.map((word, i) => [`word${i}`, word.replaceAll(/[\\%_]/g, '\\$&')])
  const conditions = [...conditionsOf(listed), ...words.map((_, i) => matches(`:word${i}`))]
  const sql = conditions.map((condition) => ` and ${condition}`).join('')
  const page = (owner: 'account' | 'seller') =>
    `(select r.* from releases r where r.${owner} = :account and r.revoked_at is null${sql} order by r.id desc limit :limit)`
  const { rows } = await knex.raw(
    limitPageBytes(
      `select ${selectRelease}, r.text_bytes as bytes
        from (${page('account')} union all ${page('seller')}) r ${joinAccounts} order by r.id desc limit :limit`,
      'id desc',
    ),
    { ...listed, ...Object.fromEntries(patterns) },
  )
  return (rows as (FoundRow & BoundedRow)[]).map(({ hasNext, ...row }) => ({ ...requireAccounts(row), hasNext }))
}

const states = {
  disabled: 'r.disabled',
  upcoming: 'not r.disabled and r.start_date > :today',
  active: 'not r.disabled and :today between r.start_date and r.end_date',
  ended: 'not r.disabled and r.end_date < :today',
}

function conditionsOf({ before, downloadCode, from, to, state }: Omit<Listed, 'q'>): string[] {
  return [
    before !== null && 'r.id < :before',
    // One code names one release within an account, whether the account operates or sells it.
    downloadCode !== undefined &&
      '(r.account, r.id) in (select operator, release_id from download_codes where account = :account and code = :downloadCode)',
    from !== undefined && 'r.end_date >= :from',
    to !== undefined && 'r.start_date <= :to',
    state !== undefined && states[state],
  ].filter((condition) => condition !== false)
}

const matches = (word: string): string =>
  `(r.title ilike '%' || ${word} || '%' or cast(r.download_code as text) like ${word} || '%'
     or cast(r.seller_download_code as text) like ${word} || '%')`
