import type { ItemKind } from '@guidebook/contracts'
import { type BoundedRow, isUuid, limitPageBytes, prepared } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import type { ItemRow, RowOf } from './item-row.ts'

type Connection = Knex | Knex.Transaction

/** An item with its container, in the form of `ItemRow`. */
export const itemColumns = `i.account, i.id, i.kind, i.library_id AS "libraryId", i.guidebook_id AS "guidebookId",
  l.custom_id AS library, g.custom_id AS guidebook, i.custom_id AS "customId", i.generated, i.names, i.descriptions, i.image,
  i.version, i.created_at AS "createdAt", i.updated_at AS "updatedAt", i.remark, i.color, i.icon, i.overrides, i.measures,
  i.bounds, i.point_count AS "pointCount", i.track_sha256 AS "trackSha256", i.lat, i.lng, i.attributes, i.category, i.tags`

export const itemTables = `items i
  LEFT JOIN libraries l ON l.account = i.account AND l.id = i.library_id
  LEFT JOIN guidebooks g ON g.account = i.account AND g.id = i.guidebook_id`

/** An item of the account by its internal ID; what was generated for a release is none of its items. */
export async function findItem(db: Connection, account: string, id: string): Promise<ItemRow | null> {
  if (!isUuid(id)) return null
  const [row] = await prepared<ItemRow>(
    db,
    'items/find',
    `SELECT ${itemColumns} FROM ${itemTables} WHERE i.account = ? AND i.id = ? AND NOT i.generated`,
    [account, id],
  )
  return row ?? null
}

/** The same for a change: it stays as it is until the transaction ends. */
export async function lockItem(trx: Knex.Transaction, account: string, id: string): Promise<ItemRow | null> {
  if (!isUuid(id)) return null
  const [row] = await prepared<ItemRow>(
    trx,
    'items/lock',
    `SELECT ${itemColumns} FROM ${itemTables} WHERE i.account = ? AND i.id = ? AND NOT i.generated FOR UPDATE OF i`,
    [account, id],
  )
  return row ?? null
}

/** What a synchronisation names: library, custom ID and kind. */
export async function lockNamedItem<Kind extends ItemKind>(
  trx: Knex.Transaction,
  kind: Kind,
  { account, library, customId }: { account: string; library: string; customId: string },
): Promise<RowOf<Kind> | null> {
  const [row] = await prepared<RowOf<Kind>>(
    trx,
    'items/lock-named',
    `SELECT ${itemColumns} FROM ${itemTables}
      WHERE l.account = ? AND l.custom_id = ? AND i.account = l.account AND i.custom_id = ? AND i.kind = ? FOR UPDATE OF i`,
    [account, library, customId, kind],
  )
  return row ?? null
}

/** The packed track of any route of the account, generated ones too. */
export async function readPacked(db: Connection, account: string, id: string): Promise<Buffer | null> {
  if (!isUuid(id)) return null
  const [row] = await prepared<{ packed: Buffer }>(
    db,
    'tracks/read',
    'SELECT packed FROM tracks WHERE account = ? AND item_id = ?',
    [account, id],
  )
  return row?.packed ?? null
}

/** Any items of the account, generated ones too; what is unknown is left out. */
export const readItems = (db: Connection, account: string, ids: readonly string[]): Promise<ItemRow[]> =>
  prepared<ItemRow>(
    db,
    'items/read',
    `SELECT ${itemColumns} FROM ${itemTables} WHERE i.account = ? AND i.id = ANY(?::uuid[])`,
    [account, ids.filter(isUuid)],
  )

/** Bytes of the texts of these items, each counted once. */
export async function measureItems(db: Connection, account: string, ids: readonly string[]): Promise<number> {
  const [row] = await prepared<{ bytes: number }>(
    db,
    'items/measure',
    'SELECT coalesce(sum(text_bytes), 0)::float8 AS bytes FROM items WHERE account = ? AND id = ANY(?::uuid[])',
    [account, ids.filter(isUuid)],
  )
  return row?.bytes ?? 0
}

export interface ListedItems {
  account: string
  library: string | null
  kind: ItemKind | null
  customId: string | null
  /** The ID after which the page begins. */
  after: string | null
  limit: number
}

/**
 * In the order in which they were created; a page of large texts ends early. Each set of filters is a separate statement, so that each
 * has the plan that fits.
 */
export const listItems = (db: Connection, { account, library, kind, customId, after, limit }: ListedItems) => {
  const filters = [
    { name: 'library', condition: 'l.account = i.account AND l.custom_id = ?', value: library },
    { name: 'kind', condition: 'i.kind = ?', value: kind },
    { name: 'custom-id', condition: 'i.custom_id = ?', value: customId },
    { name: 'after', condition: 'i.id > ?', value: after },
  ].filter(({ value }) => value !== null)
  return prepared<ItemRow & BoundedRow>(
    db,
    ['items/list', ...filters.map(({ name }) => name)].join(' '),
    limitPageBytes(
      `SELECT ${itemColumns}, i.text_bytes AS bytes FROM ${itemTables}
        WHERE ${['i.account = ?', 'NOT i.generated', ...filters.map(({ condition }) => condition)].join(' AND ')}
        ORDER BY i.id LIMIT ?`,
      'id',
    ),
    [account, ...filters.map(({ value }) => value), limit],
  )
}

/** A place of a guidebook where an item stands. */
export interface Use {
  guidebook: string | null
  release: string | null
  stage: number | null
  section: string
}

export const usesOf = (db: Connection, account: string, id: string, limit: number): Promise<Use[]> =>
  prepared<Use>(
    db,
    'items/uses',
    `SELECT g.custom_id AS guidebook, g.release_id::text AS release, m.stage, m.section
       FROM guidebook_members m JOIN guidebooks g ON g.account = m.account AND g.id = m.guidebook_id
      WHERE m.account = ? AND m.item_id = ? ORDER BY g.id, m.stage, m.section, m.position LIMIT ?`,
    [account, id, limit],
  )
