import type { operations, QueryOf } from '@guidebook/contracts'
import { type BoundedRow, isUuid, limitPageBytes, prepared } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import { hasWords } from '../request/search-words.ts'
import type { GuidebookRow } from './guidebook-row.ts'

type Query = QueryOf<typeof operations.listGuidebooks>
type Sort = NonNullable<Query['sort']>

interface Listed {
  account: string
  words: readonly string[]
  filter: Pick<Query, 'item' | 'lang'>
  sort: Sort
  /** The sort value and the ID of the last guidebook of the page before. */
  after: readonly (string | number)[] | null
  limit: number
}

/** A guidebook that the account wrote, with the value that the list is sorted by. */
export type ListedGuidebook = BoundedRow &
  Pick<GuidebookRow, 'id' | 'account' | 'titles' | 'cover' | 'version' | 'created_at' | 'updated_at'> & {
    custom_id: string
    stage_count: number
    sortValue: string | number
  }

const microseconds = (column: string) => `cast(extract(epoch from g.${column}) * 1000000 as bigint)`
/** A cursor contains the value, so only its beginning counts. */
const beginning = (text: string) => `lower(left(${text}, 100))`

const orders = {
  created: { type: 'number', value: microseconds('created_at') },
  changed: { type: 'number', value: microseconds('updated_at') },
  customId: { type: 'string', value: beginning('g.custom_id') },
  title: {
    type: 'string',
    // By letters in the order of their languages, not of their code points.
    value: `${beginning(`coalesce(nullif(g.titles->>cast(:lang as text), ''), nullif(g.titles->>'en', ''),
      (select t.value from json_each_text(g.titles) t where t.value <> '' limit 1), g.custom_id)`)} collate "und-x-icu"`,
  },
} as const

const orderOf = (sort: Sort) => ({
  ...orders[sort.replace('-', '') as keyof typeof orders],
  isDescending: sort.startsWith('-'),
})

/** The types of a cursor's parts. */
export const cursorTypes = (sort: Sort): ('string' | 'number' | 'uuid')[] => [orderOf(sort).type, 'uuid']

const filters = {
  words: hasWords('g.custom_id', 'g.titles'),
  item: `(g.account, g.id) in (select account, guidebook_id from guidebook_members
           where account = :account and item_id = cast(:item as uuid))`,
}

/**
 * Guidebooks that the account wrote; the index `guidebooks_custom_id` has only these. A page of large titles ends early. Each order and set of
 * filters is a separate statement, so that each has the plan that fits.
 */
export async function listGuidebooks(
  db: Knex,
  { account, words, filter: { item, lang }, sort, after, limit }: Listed,
): Promise<ListedGuidebook[]> {
  if (item !== undefined && !isUuid(item)) return []
  const { type, value, isDescending } = orderOf(sort)
  const direction = isDescending ? 'desc' : 'asc'
  const conditions = [
    'g.account = :account and g.release_key is null',
    ...(words.length > 0 ? [filters.words] : []),
    ...(item === undefined ? [] : [filters.item]),
  ]
  const isAfter = `where (value, id) ${isDescending ? '<' : '>'}
      (cast(:afterValue as ${type === 'number' ? 'bigint' : 'text'}), cast(:afterId as uuid))`
  const order = `value ${direction}, id ${direction}`
  return await prepared<ListedGuidebook>(
    db,
    `guidebooks/list ${[sort, words.length > 0, item !== undefined, after !== null].join(' ')}`,
    limitPageBytes(
      `select g.id, g.account, g.custom_id, g.titles, g.cover, g.version, g.created_at, g.updated_at,
           (select cast(count(*) as integer) from guidebook_stages s
             where s.account = g.account and s.guidebook_id = g.id) as stage_count,
           g.title_bytes as bytes, chosen.value as "sortValue", chosen.place
         from (select id, value, row_number() over (order by ${order}) as place
                 from (select g.id, ${value} as value from guidebooks g where ${conditions.join(' and ')}) found
                 ${after === null ? '' : isAfter} order by ${order} limit :limit) chosen
         join guidebooks g on g.account = :account and g.id = chosen.id`,
      'place',
    ),
    {
      account,
      words,
      item: item ?? null,
      lang: lang ?? null,
      limit,
      afterValue: after?.[0] ?? null,
      afterId: after?.[1] ?? null,
    },
  )
}
