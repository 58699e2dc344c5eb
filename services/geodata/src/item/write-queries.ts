import { prepared } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import { noteBindings, noteChanged } from '../announcement/note-change.ts'
import type { ItemRow } from './item-row.ts'
import { itemColumns, itemTables } from './queries.ts'

/** The columns that an update writes. */
const written = `library_id, guidebook_id, custom_id, names, descriptions, image, remark, color, icon, overrides, measures, bounds,
  point_count, track_sha256, lat, lng, attributes, category, tags`

/** An item as JSON; fields that are not columns are ignored. */
const sentItem = 'json_populate_record(cast(null as items), :item)'

/** Stores an item, a route with its packed points. */
export async function insertItem<Row extends ItemRow>(
  trx: Knex.Transaction,
  item: Omit<Row, 'library' | 'guidebook' | 'version' | 'created_at' | 'updated_at'>,
  packed: Uint8Array | null,
): Promise<Row> {
  const [row] = await prepared<Row>(
    trx,
    'items/insert',
    `with inserted as (
       insert into items (account, id, kind, generated, ${written})
       select account, id, kind, generated, ${written} from ${sentItem} returning *),
     track as (
       insert into tracks (account, item_id, packed)
       select account, id, packed from inserted, (select cast(:packed as bytea) as packed) t where packed is not null)
     select ${itemColumns} from ${itemTables('inserted')}`,
    { item, packed },
  )
  return row as Row
}

/** Writes an item that is locked. Notes the change of the item and of each guidebook that uses it, unless `announceAfterMs` is null. */
export async function updateItem<Row extends ItemRow>(
  trx: Knex.Transaction,
  item: Row,
  announceAfterMs: number | null,
): Promise<Row> {
  const [row] = await prepared<Row>(
    trx,
    'items/update',
    `with changed as (
       update items i
          set (${written}, version, updated_at) = (select ${written}, i.version + 1, now() from ${sentItem})
        where account = :account and id = :id returning *),
     ${noteChanged}
     select ${itemColumns} from ${itemTables('changed')}`,
    { account: item.account, id: item.id, item, ...noteBindings(announceAfterMs) },
  )
  return row as Row
}

export async function replaceTrack(
  trx: Knex.Transaction,
  account: string,
  id: string,
  packed: Uint8Array,
): Promise<void> {
  await trx('tracks').where({ account, item_id: id }).update({ packed })
}

/**
 * A foreign key rejects the deletion of an item that a guidebook uses, also one that was generated for a release. Releases that name the
 * item otherwise (a part of a joined route, a release that is not built yet) are notified, and record the loss.
 */
export async function deleteItem(
  trx: Knex.Transaction,
  account: string,
  id: string,
  announceAfterMs: number,
): Promise<void> {
  await prepared(
    trx,
    'items/delete',
    `with changed as (delete from items where account = :account and id = :id returning account, id),
     ${noteChanged}
     select from changed`,
    { account, id, ...noteBindings(announceAfterMs) },
  )
}
