import { currentRequestId, currentTraceparent, prepared } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import type { PoiRow } from '../item/item-row.ts'
import { lockItem, lockNamedItem } from '../item/queries.ts'
import { noteUses, translateCustomIdConflict } from '../item/write-queries.ts'

/**
 * POIs come by the ten thousand every night. Each of these is one statement, so that it needs no transaction around it:
 * begin and commit would cost more than the work.
 */

type Connection = Knex | Knex.Transaction

/** By its internal ID, or as a synchronisation names it: by library and custom ID. */
export type PoiAddress = { account: string } & ({ id: string } | { library: string; customId: string })

/** What is changed of a POI; what is absent stays. */
export type PoiChange = Partial<
  Pick<PoiRow, 'names' | 'descriptions' | 'lat' | 'lng' | 'icon' | 'attributes' | 'category' | 'tags'>
>

const json = (value: unknown): string | null => (value === undefined || value === null ? null : JSON.stringify(value))

const columnsOf = (item: string, library: string): string => `${item}.account, ${item}.id, ${item}.kind,
  ${item}.library_id AS "libraryId", ${item}.guidebook_id AS "guidebookId", ${library} AS library, NULL AS guidebook,
  ${item}.custom_id AS "customId", ${item}.generated, ${item}.names, ${item}.descriptions, ${item}.image, ${item}.version,
  ${item}.created_at AS "createdAt", ${item}.updated_at AS "updatedAt", ${item}.icon, ${item}.lat, ${item}.lng,
  ${item}.attributes, ${item}.category, ${item}.tags`

export type NewPoi = Pick<PoiRow, 'account' | 'id'> & Required<PoiChange> & { library: string; customId: string }

/** null: the account has no such library. Throws `ItemCustomIdTakenError`: a transaction must be given up. */
export async function insertPoi(db: Connection, poi: NewPoi): Promise<PoiRow | null> {
  const [row] = await translateCustomIdConflict(
    prepared<PoiRow>(
      db,
      'pois/insert',
      `WITH home AS (SELECT account, id, custom_id FROM libraries WHERE account = ? AND custom_id = ?),
       inserted AS (
         INSERT INTO items (account, library_id, kind, id, custom_id, names, descriptions, icon, lat, lng, attributes,
           category, tags)
         SELECT account, id, 'poi', ?::uuid, ?, ?::json, ?::json, ?, ?::float8, ?::float8, ?::json, ?::json, ?::json
           FROM home RETURNING *)
       SELECT ${columnsOf('i', 'h.custom_id')} FROM inserted i, home h`,
      [
        poi.account,
        poi.library,
        poi.id,
        poi.customId,
        json(poi.names),
        json(poi.descriptions),
        poi.icon,
        poi.lat,
        poi.lng,
        json(poi.attributes),
        json(poi.category),
        json(poi.tags),
      ],
    ),
  )
  return row ?? null
}

/** Whether what was sent (`s`) is something else than what an item has. JSON is compared as values: the order of its keys is none. */
const differs = (item: string): string => `(s.names::jsonb <> ${item}.names::jsonb
  OR s.descriptions::jsonb <> ${item}.descriptions::jsonb OR s.lat <> ${item}.lat OR s.lng <> ${item}.lng
  OR s.icon <> ${item}.icon OR s.attributes::jsonb <> ${item}.attributes::jsonb
  OR s.with_category AND s.category::jsonb IS DISTINCT FROM ${item}.category::jsonb
  OR s.tags::jsonb <> ${item}.tags::jsonb)`

const places = {
  byId: 'i.account = ? AND i.id = ? AND i.library_id IS NOT NULL',
  byName: 'l.account = ? AND l.custom_id = ? AND i.custom_id = ?',
}

/**
 * Looks the POI up, writes it only where it differs, and then notes for each guidebook that uses it that it changed. An item
 * that is as it was sent is not even locked. `raced`: it was changed by someone else meanwhile, so that it is to be done again.
 */
const changeSql = (place: string): string => `
  WITH s AS (
    SELECT ?::text AS names, ?::text AS descriptions, ?::float8 AS lat, ?::float8 AS lng, ?::text AS icon,
      ?::text AS attributes, ?::boolean AS with_category, ?::text AS category, ?::text AS tags),
  found AS (
    SELECT i.*, l.custom_id AS library
      FROM items i JOIN libraries l ON l.account = i.account AND l.id = i.library_id
     WHERE ${place} AND i.kind = 'poi'),
  changed AS (
    UPDATE items i SET names = coalesce(s.names::json, i.names), descriptions = coalesce(s.descriptions::json, i.descriptions),
        lat = coalesce(s.lat, i.lat), lng = coalesce(s.lng, i.lng), icon = coalesce(s.icon, i.icon),
        attributes = coalesce(s.attributes::json, i.attributes),
        category = CASE WHEN s.with_category THEN s.category::json ELSE i.category END,
        tags = coalesce(s.tags::json, i.tags), version = i.version + 1, updated_at = now()
      FROM found f, s WHERE i.account = f.account AND i.id = f.id AND ${differs('i')}
    RETURNING i.*),
  noted AS (${noteUses})
  SELECT ${columnsOf('c', 'f.library')}, false AS raced FROM changed c, found f
  UNION ALL
  SELECT ${columnsOf('f', 'f.library')}, ${differs('f')} AS raced FROM found f, s WHERE NOT EXISTS (SELECT FROM changed)`

const statements = {
  byId: { name: 'pois/change', sql: changeSql(places.byId) },
  byName: { name: 'pois/change-named', sql: changeSql(places.byName) },
}

/** The POI as it is after the change; null when there is none. */
export async function changePoiRow(
  db: Connection,
  address: PoiAddress,
  change: PoiChange,
  announceAfterMs: number,
): Promise<PoiRow | null> {
  const { name, sql } = 'id' in address ? statements.byId : statements.byName
  const place = 'id' in address ? [address.id] : [address.library, address.customId]
  const sent = [
    json(change.names),
    json(change.descriptions),
    change.lat ?? null,
    change.lng ?? null,
    change.icon ?? null,
    json(change.attributes),
    change.category !== undefined,
    json(change.category),
    json(change.tags),
  ]
  const note = [announceAfterMs, currentRequestId(), currentTraceparent()]
  for (;;) {
    const [row] = await prepared<PoiRow & { raced: boolean | null }>(db, name, sql, [
      ...sent,
      address.account,
      ...place,
      ...note,
    ])
    if (!row) return null
    const { raced, ...poi } = row
    if (!raced) return poi
  }
}

/** The POI, to stay as it is until the transaction ends; null when there is none. */
export async function lockPoi(trx: Knex.Transaction, address: PoiAddress): Promise<PoiRow | null> {
  const row =
    'id' in address ? await lockItem(trx, address.account, address.id) : await lockNamedItem(trx, 'poi', address)
  return row?.kind === 'poi' ? row : null
}
