import { constraintOf, currentRequestId, currentTraceparent, prepared } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import { ItemCustomIdTakenError, ItemInUseError } from './errors.ts'
import type { ItemRow } from './item-row.ts'

/** The columns that are written, in the order of `valuesOf`. */
const written = `library_id, guidebook_id, custom_id, names, descriptions, image, remark, color, icon, overrides, measures,
  bounds, point_count, track_sha256, lat, lng, attributes, category, tags`

const json = (value: unknown): string | null => (value === undefined || value === null ? null : JSON.stringify(value))

const valuesOf = (row: ItemRow): readonly unknown[] => {
  const route = row.kind === 'route' ? row : undefined
  const poi = row.kind === 'poi' ? row : undefined
  return [
    row.libraryId,
    row.guidebookId,
    row.customId,
    json(row.names),
    json(row.descriptions),
    json(row.image),
    route?.remark ?? null,
    route?.color ?? null,
    route?.icon ?? poi?.icon ?? null,
    json(route?.overrides),
    json(route?.measures),
    json(route?.bounds),
    route?.pointCount ?? null,
    route?.trackSha256 ?? null,
    poi?.lat ?? null,
    poi?.lng ?? null,
    json(poi?.attributes),
    json(poi?.category),
    json(poi?.tags),
  ]
}

const customIdConstraints = new Set(['items_library_custom_id', 'items_guidebook_custom_id'])

/** Maps the violation of a custom ID's uniqueness to an `ItemCustomIdTakenError`. */
export async function translateCustomIdConflict<T>(write: Promise<T>): Promise<T> {
  try {
    return await write
  } catch (error) {
    throw customIdConstraints.has(constraintOf(error) ?? '')
      ? new ItemCustomIdTakenError('taken', { cause: error })
      : error
  }
}

/** What the database adds to a row that is written. */
type Stamps = Pick<ItemRow, 'version' | 'createdAt' | 'updatedAt'>
const stamps = 'version, created_at AS "createdAt", updated_at AS "updatedAt"'

/** Throws `ItemCustomIdTakenError`: the transaction must be given up. */
export async function insertItem<Row extends ItemRow>(
  trx: Knex.Transaction,
  row: Omit<Row, keyof Stamps>,
  packed: Uint8Array | null,
): Promise<Row> {
  const item = row as unknown as ItemRow
  const columns = `account, id, kind, generated, ${written}`
  const marks = Array.from({ length: 23 }, () => '?').join(', ')
  const inserted = `INSERT INTO items (${columns}) VALUES (${marks}) RETURNING account, id, ${stamps}`
  const values = [item.account, item.id, item.kind, item.generated, ...valuesOf(item)]
  const [stamped] = await translateCustomIdConflict(
    packed
      ? prepared<Stamps>(
          trx,
          'items/insert-route',
          `WITH inserted AS (${inserted}),
             track AS (INSERT INTO tracks (account, item_id, packed) SELECT account, id, ?::bytea FROM inserted)
           SELECT version, "createdAt", "updatedAt" FROM inserted`,
          [...values, packed],
        )
      : prepared<Stamps>(trx, 'items/insert', inserted, values),
  )
  return { ...row, version: 1, ...stamped } as Row
}

/** What is made known about a change, and when. */
export interface Announcement {
  delayMs: number
}

/** Notes, for each guidebook that uses the item in `changed`, that it changed. Bindings: milliseconds, request ID, trace. */
export const noteUses = `INSERT INTO guidebook_changes (account, guidebook_id, by_item, due_at, request_id, traceparent)
  SELECT DISTINCT g.account, g.id, true, now() + ?::integer * interval '1 millisecond', ?::text, ?::text
    FROM changed c
    JOIN guidebook_members m ON m.account = c.account AND m.item_id = c.id
    JOIN guidebooks g ON g.account = m.account AND g.id = m.guidebook_id AND g.release_key IS NULL`

/**
 * Writes an item that was locked and notes, for each guidebook that uses it, that it changed; `null` when nobody need
 * know. Generated guidebooks are not noted: their releases are built from requests. Throws `ItemCustomIdTakenError`.
 */
export async function updateItem<Row extends ItemRow>(
  trx: Knex.Transaction,
  row: Row,
  announcement: Announcement | null,
): Promise<Row> {
  const marks = Array.from({ length: 19 }, () => '?').join(', ')
  const [stamped] = await translateCustomIdConflict(
    prepared<Stamps>(
      trx,
      'items/update',
      `WITH changed AS (
         UPDATE items SET (${written}) = (${marks}), version = version + 1, updated_at = now()
          WHERE account = ? AND id = ? RETURNING account, id, ${stamps}),
       noted AS (${noteUses} WHERE ?::boolean)
       SELECT version, "createdAt", "updatedAt" FROM changed`,
      [
        ...valuesOf(row),
        row.account,
        row.id,
        announcement?.delayMs ?? 0,
        currentRequestId(),
        currentTraceparent(),
        announcement !== null,
      ],
    ),
  )
  return { ...row, ...stamped }
}

export async function replaceTrack(
  trx: Knex.Transaction,
  account: string,
  id: string,
  packed: Uint8Array,
): Promise<void> {
  await prepared(trx, 'tracks/replace', 'UPDATE tracks SET packed = ? WHERE account = ? AND item_id = ?', [
    packed,
    account,
    id,
  ])
}

/** Throws `ItemInUseError` when a guidebook has taken it in. */
export async function deleteItem(trx: Knex.Transaction, account: string, id: string): Promise<void> {
  try {
    await prepared(trx, 'items/delete', 'DELETE FROM items WHERE account = ? AND id = ?', [account, id])
  } catch (error) {
    throw constraintOf(error) === 'guidebook_members_item' ? new ItemInUseError('in use', { cause: error }) : error
  }
}
