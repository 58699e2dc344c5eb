import { prepared } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import { noteBindings, noteChanged } from '../announcement/note-change.ts'
import type { PoiRow } from '../item/item-row.ts'
import { findItem, findNamedItem, type ItemAddress, itemColumns, itemTables } from '../item/queries.ts'

/**
 * Partners send ten thousand POIs every night. Each of these is one statement, so that it needs no transaction around it: begin and
 * commit would cost more than the work.
 */

type Fields = Pick<
  PoiRow,
  'names' | 'descriptions' | 'image' | 'lat' | 'lng' | 'icon' | 'attributes' | 'category' | 'tags'
>

/** Absent fields stay. */
export type PoiChange = Partial<Fields>

/** null: the account has no such library. */
export async function insertPoi(
  db: Knex,
  poi: Pick<PoiRow, 'account' | 'id' | 'custom_id'> & Fields,
  library: string,
): Promise<PoiRow | null> {
  const [row] = await prepared<PoiRow>(
    db,
    'pois/insert',
    `with inserted as (
       insert into items (account, library_id, kind, id, custom_id, names, descriptions, image, icon, lat, lng, attributes,
           category, tags)
       select l.account, l.id, 'poi', p.id, p.custom_id, p.names, p.descriptions, p.image, p.icon, p.lat, p.lng, p.attributes,
           p.category, p.tags
         from json_populate_record(cast(null as items), :poi) p
         join libraries l on l.account = p.account and l.custom_id = :library
       returning *)
     select ${itemColumns} from ${itemTables('inserted')}`,
    { poi, library },
  )
  return row ?? null
}

/**
 * Whether the sent fields (`s`) that releases show differ from those of the item `i`. JSON is compared by value: the order of keys does not
 * count.
 */
const isShownOtherwise = `(s.names::jsonb <> i.names::jsonb or s.descriptions::jsonb <> i.descriptions::jsonb
  or s.lat <> i.lat or s.lng <> i.lng or s.icon <> i.icon or s.attributes::jsonb <> i.attributes::jsonb
  or s.with_image and s.image::jsonb is distinct from i.image::jsonb)`

/** Whether any sent field differs. */
const differs = `(${isShownOtherwise}
  or s.with_category and s.category::jsonb is distinct from i.category::jsonb or s.tags::jsonb <> i.tags::jsonb)`

/**
 * Finds the POI, writes it only where it differs, and then notes the change of the item and of each guidebook that uses it, unless no release shows
 * the change. An unchanged item is not even locked. If another request changed it after it was found, the change is noted in any case.
 * `raced`: another request changed it meanwhile, so the statement must be run again.
 */
const changeSql = (condition: string): string => `
  with s as (
    select *, cast(:withImage as boolean) as with_image, cast(:withCategory as boolean) as with_category
      from json_populate_record(cast(null as items), :change)),
  found as (
    select i.* from items i join libraries l on l.account = i.account and l.id = i.library_id
     where ${condition} and i.kind = 'poi'),
  written as (
    update items i set names = coalesce(s.names, i.names), descriptions = coalesce(s.descriptions, i.descriptions),
        lat = coalesce(s.lat, i.lat), lng = coalesce(s.lng, i.lng), icon = coalesce(s.icon, i.icon),
        attributes = coalesce(s.attributes, i.attributes), tags = coalesce(s.tags, i.tags),
        image = case when s.with_image then s.image else i.image end,
        category = case when s.with_category then s.category else i.category end,
        version = i.version + 1, updated_at = now()
      from found f, s where i.account = f.account and i.id = f.id and ${differs}
    returning i.*),
  changed as (
    select w.account, w.id from written w, found i, s where w.version <> i.version + 1 or ${isShownOtherwise}),
  ${noteChanged}
  select ${itemColumns}, false as raced from ${itemTables('written')}
  union all
  select ${itemColumns}, ${differs} as raced from ${itemTables('found')} cross join s where not exists (select from written)`

const statements = {
  byId: { name: 'pois/change', sql: changeSql('i.account = :account and i.id = :id') },
  byName: {
    name: 'pois/change-named',
    sql: changeSql('l.account = :account and l.custom_id = :library and i.custom_id = :customId'),
  },
}

/** The POI after the change; null when there is none. */
export async function changePoiRow(
  db: Knex,
  address: ItemAddress,
  change: PoiChange,
  announceAfterMs: number,
): Promise<PoiRow | null> {
  const { name, sql } = 'id' in address ? statements.byId : statements.byName
  const withImage = change.image !== undefined
  const withCategory = change.category !== undefined
  const bindings = { ...address, change, withImage, withCategory, ...noteBindings(announceAfterMs) }
  for (;;) {
    const [row] = await prepared<PoiRow & { raced: boolean | null }>(db, name, sql, bindings)
    if (!row?.raced) return row ?? null
  }
}

/** The POI, null when there is none. With `for update`, it stays as it is until the transaction ends. */
export async function findPoi(db: Knex, address: ItemAddress, lock: '' | 'for update' = ''): Promise<PoiRow | null> {
  const row =
    'id' in address
      ? await findItem(db, address.account, address.id, lock)
      : await findNamedItem(db, 'poi', address, lock)
  return row?.kind === 'poi' ? row : null
}
