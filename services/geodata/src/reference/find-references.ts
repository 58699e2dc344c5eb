import type { ItemKind } from '@guidebook/contracts'
import { alignByOrdinality, isUuid, prepared } from '@guidebook/service-kit'
import type { Knex } from 'knex'

/** An item by its internal ID, or by its library's and its own custom ID. */
export interface Reference {
  link?: string
  libraryCustomId?: string
  customId?: string
}

export interface FoundItem {
  id: string
  kind: ItemKind
  customId: string | null
  library: string | null
}

/** SQL: the columns of the item of each reference that has one. */
const itemsOf = (columns: string): string => `
  with asked as (
    select * from unnest(cast(:links as uuid[]), cast(:libraries as text[]), cast(:items as text[]))
      with ordinality as a(link, library, item, place))
  select ${columns} from asked a
    join items i on i.account = :account and i.id = a.link and not i.generated
    left join libraries l on l.account = i.account and l.id = i.library_id
  union all
  select ${columns} from asked a
    join libraries l on l.account = :account and l.custom_id = a.library
    join items i on i.account = l.account and i.library_id = l.id and i.custom_id = a.item`

const bindingsOf = (account: string, references: readonly Reference[]) => ({
  account,
  links: references.map(({ link }) => (link !== undefined && isUuid(link) ? link : null)),
  libraries: references.map(({ libraryCustomId }) => libraryCustomId ?? null),
  items: references.map(({ customId }) => customId ?? null),
})

/**
 * Returns the item of the account for each reference, in order; null if there is none. One statement for any number of references.
 * Generated items cannot be referenced.
 */
export async function findReferences(
  db: Knex,
  account: string,
  references: readonly Reference[],
): Promise<(FoundItem | null)[]> {
  const rows = await prepared<FoundItem & { place: number }>(
    db,
    'references/find',
    itemsOf('a.place, i.id, i.kind, i.custom_id as "customId", l.custom_id as library'),
    bindingsOf(account, references),
  )
  return alignByOrdinality<FoundItem>(references.length, rows)
}

/** Bytes of the names of these items, each counted for each reference. */
export async function measureReferences(db: Knex, account: string, references: readonly Reference[]): Promise<number> {
  const [row] = await prepared<{ bytes: number | null }>(
    db,
    'references/measure',
    `select cast(sum(name_bytes) as float8) as bytes from (${itemsOf('i.name_bytes')}) named`,
    bindingsOf(account, references),
  )
  return row?.bytes ?? 0
}
