import type { operations, QueryOf } from '@guidebook/contracts'
import { type BoundedRow, limitPageBytes, searchWords } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import { type FoundRow, joinAccounts, requireAccounts, selectRelease } from './queries.ts'
import type { Release } from './release.ts'

type Filter = Omit<QueryOf<typeof operations.exportReleases>, 'sort'>
type Sort = NonNullable<QueryOf<typeof operations.listReleases>['sort']>

interface Listed {
  account: string
  filter: Filter
  sort: Sort
  /** The sort key of the last release of the page before. */
  after: readonly (string | number)[] | null
  today: string
  limit: number
}

/** A release with its value in the column that the list is sorted by, as text. */
export type ListedRelease = Release & BoundedRow & { sortValue: string | null }

/**
 * Releases that the account operates or sells. Each way is read by its own narrow index (`releases_listed`, `releases_of_seller`), which has all
 * columns of the conditions; the rows themselves are read only for the page. A page of large records ends early.
 */
export async function listReleases(
  knex: Knex,
  { account, filter, sort, after, today, limit }: Listed,
): Promise<ListedRelease[]> {
  const words = searchWords(filter.q)
  const { value = 'r.id', order } = sorts[sort]
  const conditions = [
    ...conditionsOf(filter),
    ...words.map((word, index) => matches(word, `word${index}`)),
    ...(after === null ? [] : [isAfter(sort)]),
  ]
  const sql = conditions.map((condition) => ` and ${condition}`).join('')
  const direction = order === 'descending' ? 'desc' : 'asc'
  const isByNumber = sorts[sort].value === undefined
  const page = (owner: 'account' | 'seller') =>
    `(select r.account, r.id, ${value} as value from releases r
       where r.${owner} = :account and r.revoked_at is null${sql} order by ${value} ${direction}, r.id ${direction} limit :limit)`
  const { rows } = await knex.raw(
    limitPageBytes(
      `select ${selectRelease}, r.text_bytes as bytes, cast(chosen.value as text) as "sortValue", chosen.place
         from (select account, id, value, row_number() over (order by value ${direction}, id ${direction}) as place
                 from (${page('account')} union all ${page('seller')}) both_ways order by place limit :limit) chosen
         join releases r on r.account = chosen.account and r.id = chosen.id ${joinAccounts}`,
      'place',
    ),
    {
      account,
      today,
      limit,
      ...filter,
      ...(isByNumber ? { afterId: after?.[0] } : { afterValue: after?.[0], afterId: after?.[1] }),
      ...Object.fromEntries(words.flatMap((word, index) => Object.entries(bindingsOf(word, `word${index}`)))),
    },
  )
  return (rows as (FoundRow & BoundedRow & { sortValue: string })[]).map(({ hasNext, sortValue, ...row }) => ({
    ...requireAccounts(row),
    hasNext,
    sortValue: isByNumber ? null : sortValue,
  }))
}

/** The days of the trip: its own, or those of the release period where the release has none. The portal shows the same. */
const tripStart = 'coalesce(r.arrival_date, r.start_date)'
const tripEnd = 'coalesce(r.departure_date, r.end_date)'
/** By letters, as guidebooks: in the order of code points, Ä would follow Z. */
const listedTitle = 'r.listed_title collate "und-x-icu"'

interface Order {
  /** Absent: by the number of the release, which grows with the time of creation. */
  value?: 'r.start_date' | 'r.end_date' | typeof tripStart | typeof listedTitle
  order: 'ascending' | 'descending'
}

const sorts: Record<Sort, Order> = {
  created: { order: 'ascending' },
  '-created': { order: 'descending' },
  start: { value: 'r.start_date', order: 'ascending' },
  '-start': { value: 'r.start_date', order: 'descending' },
  end: { value: 'r.end_date', order: 'ascending' },
  '-end': { value: 'r.end_date', order: 'descending' },
  arrival: { value: tripStart, order: 'ascending' },
  '-arrival': { value: tripStart, order: 'descending' },
  title: { value: listedTitle, order: 'ascending' },
  '-title': { value: listedTitle, order: 'descending' },
}

/** The position of a release in a list. */
export const keyOf = ({ id, sortValue }: ListedRelease): (string | number)[] =>
  sortValue === null ? [id] : [sortValue, id]

/** The types of a cursor's parts. */
export const cursorTypes = (sort: Sort): ('string' | 'date' | 'number')[] => {
  const { value } = sorts[sort]
  if (value === undefined) return ['number']
  return [value === listedTitle ? 'string' : 'date', 'number']
}

function isAfter(sort: Sort): string {
  const { value, order } = sorts[sort]
  const sign = order === 'descending' ? '<' : '>'
  if (value === undefined) return `r.id ${sign} :afterId`
  const type = value === listedTitle ? 'text' : 'date'
  return `(${value}, r.id) ${sign} (cast(:afterValue as ${type}), :afterId)`
}

const states = {
  disabled: 'r.disabled',
  upcoming: 'not r.disabled and r.start_date > :today',
  active: 'not r.disabled and :today between r.start_date and r.end_date',
  'on-tour': `not r.disabled and :today between ${tripStart} and ${tripEnd}`,
  ended: 'not r.disabled and r.end_date < :today',
  locked: 'r.locked',
  building: `exists (select from builds b where b.account = r.account and b.release_id = r.id and b.state = 'running')`,
  failed: `exists (select from builds b where b.account = r.account and b.release_id = r.id and b.generation = r.generation
                    and b.state = 'failed')`,
}

function conditionsOf(filter: Filter): string[] {
  const { downloadCode, from, to, arrivalFrom, arrivalTo, departureFrom, departureTo, state, guidebook, reseller } =
    filter
  return [
    // One code names one release within an account, whether the account operates or sells it.
    downloadCode !== undefined &&
      '(r.account, r.id) in (select operator, release_id from download_codes where account = :account and code = :downloadCode)',
    from !== undefined && 'r.end_date >= :from',
    to !== undefined && 'r.start_date <= :to',
    arrivalFrom !== undefined && `${tripStart} >= :arrivalFrom`,
    arrivalTo !== undefined && `${tripStart} <= :arrivalTo`,
    departureFrom !== undefined && `${tripEnd} >= :departureFrom`,
    departureTo !== undefined && `${tripEnd} <= :departureTo`,
    state !== undefined && states[state],
    guidebook !== undefined && 'r.source_custom_id = :guidebook',
    reseller !== undefined && 'r.seller = (select id from account_projections where oid = :reseller)',
  ].filter((condition) => condition !== false)
}

/** Whether the word begins download codes. The largest one has 16 digits. */
const isNumber = (word: string): boolean => /^[1-9]\d{0,15}$/.test(word) && Number.isSafeInteger(Number(word))

function matches(word: string, name: string): string {
  const alternatives = [
    `r.listed_title like '%' || lower(:${name}) || '%'`,
    `(r.account, r.id) in (select account, release_id from documents where account = :account and traveller ilike '%' || :${name} || '%')`,
  ]
  // Only the operator's own: a seller does not know to whom the operator writes.
  if (word.includes('@')) {
    alternatives.push(
      `(r.account, r.id) in (select account, id from releases where account = :account and lower(email) = lower(:${name}Address))`,
    )
  }
  if (isNumber(word)) {
    const isInRange = (code: string) =>
      rangesOf(word)
        .map((_, index) => `${code} between :${name}from${index} and :${name}to${index}`)
        .join(' or ')
    alternatives.push(
      `(r.account, r.id) in (select operator, release_id from download_codes where account = :account and (${isInRange('code')}))`,
      // The operator also knows its sellers' codes, which are codes of their accounts.
      `(r.account, r.id) in (select account, id from releases where account = :account and (${isInRange('seller_download_code')}))`,
    )
  }
  return `(${alternatives.join(' or ')})`
}

function bindingsOf(word: string, name: string): Record<string, string | number> {
  const ranges = isNumber(word) ? rangesOf(word) : []
  return {
    [name]: word.replaceAll(/[\\%_]/g, '\\$&'),
    ...(word.includes('@') && { [`${name}Address`]: word }),
    ...Object.fromEntries(
      ranges.flatMap(([from, to], index) => [
        [`${name}from${index}`, from],
        [`${name}to${index}`, to],
      ]),
    ),
  }
}

/** The codes that begin with these digits: a range for each number of further digits, so that an index finds them. */
function rangesOf(digits: string): [number, number][] {
  const first = Number(digits)
  return Array.from({ length: 17 - digits.length }, (_, more) => {
    const scale = 10 ** more
    return [first * scale, Math.min((first + 1) * scale - 1, Number.MAX_SAFE_INTEGER)] as [number, number]
  }).filter(([from]) => from <= Number.MAX_SAFE_INTEGER)
}
