import type { ImageRef, ItemKind } from '@guidebook/contracts'
import { type BoundedRow, isUuid, limitPageBytes, prepared } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import type { GuidebookMemberRow, TrackRow } from '../generated/rows.ts'
import { hasWords } from '../request/search-words.ts'
import type { ItemRow, RowOf } from './item-row.ts'

/** Of PostgreSQL's type `integer`. */
const largestInteger = 2_147_483_647

/** The columns of an `ItemRow`. */
export const itemColumns = `i.account, i.id, i.kind, i.library_id, i.guidebook_id, l.custom_id as library,
  g.custom_id as guidebook, i.custom_id, i.generated, i.names, i.descriptions, i.image, i.version, i.created_at, i.updated_at,
  i.remark, i.color, i.icon, i.overrides, i.measures, i.bounds, i.point_count, i.track_sha256, i.lat, i.lng, i.attributes,
  i.category, i.tags`

/** The tables of `itemColumns`; `items` may be a query of the same statement instead. */
export const itemTables = (items = 'items') => `${items} i
  left join libraries l on l.account = i.account and l.id = i.library_id
  left join guidebooks g on g.account = i.account and g.id = i.guidebook_id`

/**
 * An item of the account by its internal ID; generated items are not among them, nor those with more bytes of texts than `mostTextBytes`. With
 * `for update`, it stays as it is until the transaction ends.
 */
export async function findItem(
  db: Knex,
  account: string,
  id: string,
  lock: '' | 'for update' = '',
  mostTextBytes = largestInteger,
): Promise<ItemRow | null> {
  if (!isUuid(id)) return null
  if (lock !== '') {
    // In a separate statement: after waiting for a move, PostgreSQL reads only the locked row again, not its new container.
    const sql = `select from items where account = :account and id = :id and not generated ${lock}`
    await prepared(db, 'items/lock', sql, { account, id })
  }
  const [row] = await prepared<ItemRow>(
    db,
    'items/find',
    `select ${itemColumns} from ${itemTables()}
      where i.account = :account and i.id = :id and not i.generated and i.text_bytes <= :mostTextBytes`,
    { account, id, mostTextBytes },
  )
  return row ?? null
}

/** The same for the item that a synchronisation names. */
export async function findNamedItem<Kind extends ItemKind>(
  db: Knex,
  kind: Kind,
  names: { account: string; library: string; customId: string },
  lock: '' | 'for update' = '',
): Promise<RowOf<Kind> | null> {
  const [row] = await prepared<RowOf<Kind>>(
    db,
    `items/find-named ${lock}`,
    `select ${itemColumns} from ${itemTables()}
      where l.account = :account and l.custom_id = :library and i.account = l.account and i.custom_id = :customId
        and i.kind = :kind ${lock && `${lock} of i`}`,
    { kind, ...names },
  )
  return row ?? null
}

/** The image of an item of the account, null when it has none; undefined when there is no such item. */
export async function findItemImage(db: Knex, account: string, id: string): Promise<ImageRef | null | undefined> {
  if (!isUuid(id)) return undefined
  const [row] = await prepared<Pick<ItemRow, 'image'>>(
    db,
    'items/find-image',
    'select image from items where account = :account and id = :id and not generated',
    { account, id },
  )
  return row?.image
}

/** The packed track of any route of the account, generated ones too. */
export async function readPacked(db: Knex, account: string, id: string): Promise<Buffer | undefined> {
  if (!isUuid(id)) return undefined
  return (await db<TrackRow>('tracks').where({ account, item_id: id }).first('packed'))?.packed
}

/** Any items of the account, generated ones too; unknown ones are left out. */
export const readItems = (db: Knex, account: string, ids: readonly string[]): Promise<ItemRow[]> =>
  prepared(
    db,
    'items/read',
    `select ${itemColumns} from ${itemTables()} where i.account = :account and i.id = any(:ids)`,
    { account, ids: ids.filter(isUuid) },
  )

/** Bytes of the texts of these items, each counted once. */
export async function measureItems(db: Knex, account: string, ids: readonly string[]): Promise<number> {
  const [row] = await prepared<{ bytes: number | null }>(
    db,
    'items/measure',
    'select cast(sum(text_bytes) as float8) as bytes from items where account = :account and id = any(:ids)',
    { account, ids: ids.filter(isUuid) },
  )
  return row?.bytes ?? 0
}

/** An item by its internal ID, or as a synchronisation names it: by library and custom ID. */
export type ItemAddress = { account: string } & ({ id: string } | { library: string; customId: string })

/** Whether the account has such an item. Like `findItem` and `findNamedItem`, without reading the texts. */
export async function hasItem(db: Knex, kind: ItemKind, address: ItemAddress): Promise<boolean> {
  if (!('id' in address)) {
    const sql = `select from libraries l join items i on i.account = l.account and i.library_id = l.id
      where l.account = :account and l.custom_id = :library and i.custom_id = :customId and i.kind = :kind`
    return (await prepared(db, 'items/has-named', sql, { kind, ...address })).length > 0
  }
  if (!isUuid(address.id)) return false
  const sql = 'select from items where account = :account and id = :id and kind = :kind and not generated'
  return (await prepared(db, 'items/has', sql, { kind, ...address })).length > 0
}

/** Bytes of the texts of the item, 0 when there is none. */
export async function measureItem(db: Knex, address: ItemAddress): Promise<number> {
  if ('id' in address) return await measureItems(db, address.account, [address.id])
  const [row] = await prepared<{ bytes: number }>(
    db,
    'items/measure-named',
    `select i.text_bytes as bytes from libraries l join items i on i.account = l.account and i.library_id = l.id
      where l.account = :account and l.custom_id = :library and i.custom_id = :customId`,
    address,
  )
  return row?.bytes ?? 0
}

export interface ListedItems {
  account: string
  library?: string
  kind?: ItemKind
  customId?: string
  words: readonly string[]
  /** The ID after which the page begins. */
  after: string | undefined
  limit: number
}

const filters = {
  library: 'l.account = i.account and l.custom_id = :library',
  kind: 'i.kind = :kind',
  customId: 'i.custom_id = :customId',
  words: hasWords('i.custom_id', 'i.names'),
  after: 'i.id > :after',
}

/**
 * In the order of creation; a page of large texts ends early. Each set of filters is a separate statement, so that each has the plan
 * that fits.
 */
export const listItems = (db: Knex, { words, ...fields }: ListedItems) => {
  const listed = { ...fields, words: words.length === 0 ? undefined : words }
  const names = (Object.keys(filters) as (keyof typeof filters)[]).filter((name) => listed[name] !== undefined)
  const conditions = ['i.account = :account', 'not i.generated', ...names.map((name) => filters[name])]
  return prepared<ItemRow & BoundedRow>(
    db,
    `items/list ${names.join(' ')}`,
    limitPageBytes(
      `select ${itemColumns}, i.text_bytes as bytes from ${itemTables()}
        where ${conditions.join(' and ')} order by i.id limit :limit`,
      'id',
    ),
    { ...listed },
  )
}

/** Those of the account's images that no item has. */
export async function findUnusedImages(db: Knex, account: string, keys: readonly string[]): Promise<string[]> {
  const rows = await prepared<{ key: string }>(
    db,
    'items/unused-images',
    `select listed.key from unnest(cast(:keys as text[])) as listed(key)
      where not exists (
        select from items i where i.account = :account and i.image is not null and i.image->>'key' = listed.key)`,
    { account, keys },
  )
  return rows.map(({ key }) => key)
}

/** A place of a guidebook that shows an item. */
export interface Use extends Pick<GuidebookMemberRow, 'stage' | 'section'> {
  guidebook: string | null
  release: string | null
}

const usingGuidebooks = `guidebook_members m join guidebooks g on g.account = m.account and g.id = m.guidebook_id
  where m.account = :account and m.item_id = :id`

/** Some places, those that the account can change first. */
export const usesOf = (db: Knex, account: string, id: string, limit: number): Promise<Use[]> =>
  prepared(
    db,
    'items/uses',
    `select g.custom_id as guidebook, cast(g.release_id as text) as release, m.stage, m.section
       from ${usingGuidebooks} order by g.release_id nulls first, g.id, m.stage, m.section, m.position limit :limit`,
    { account, id, limit },
  )

/** How many guidebooks of the account, and how many releases, use an item. */
export async function countUses(db: Knex, account: string, id: string) {
  const [row] = await prepared<{ guidebooks: number; releases: number }>(
    db,
    'items/count-uses',
    `select cast(count(distinct g.id) filter (where g.release_key is null) as integer) as guidebooks,
         cast(count(distinct g.id) filter (where g.release_key is not null) as integer) as releases
       from ${usingGuidebooks}`,
    { account, id },
  )
  return row ?? { guidebooks: 0, releases: 0 }
}
