import type { ItemKind } from '@guidebook/contracts'
import { alignByOrdinality, constraintOf, isUuid, prepared } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import type { ItemRow, Texts } from '../item/item-row.ts'
import { itemColumns, itemTables } from '../item/queries.ts'
import { GuidebookCustomIdTakenError, MemberDeletedError } from './errors.ts'
import type { Contents, GuidebookRow, Place, Stage } from './guidebook-row.ts'

type Connection = Knex | Knex.Transaction

const columns = `account, id, custom_id AS "customId", titles, descriptions, cover, version, generation,
  created_at AS "createdAt", updated_at AS "updatedAt"`

/** A guidebook that the account wrote; generated ones are not found by custom ID. */
export async function findWrittenGuidebook(
  db: Connection,
  account: string,
  customId: string,
): Promise<GuidebookRow | null> {
  const [row] = await prepared<GuidebookRow>(
    db,
    'guidebooks/find-written',
    `SELECT ${columns} FROM guidebooks WHERE account = ? AND custom_id = ? AND release_key IS NULL`,
    [account, customId],
  )
  return row ?? null
}

/** The same for many, of any accounts: in the order of the questions, null for none. */
export async function findWrittenGuidebooks(
  db: Connection,
  questions: readonly { account: string; customId: string }[],
): Promise<(GuidebookRow | null)[]> {
  const rows = await prepared<GuidebookRow & { place: number }>(
    db,
    'guidebooks/find-many-written',
    `SELECT asked.place, ${columns} FROM unnest(?::text[], ?::text[]) WITH ORDINALITY AS asked(of, named, place)
       JOIN guidebooks ON account = asked.of AND custom_id = asked.named AND release_key IS NULL`,
    [questions.map(({ account }) => account), questions.map(({ customId }) => customId)],
  )
  return alignByOrdinality<GuidebookRow>(questions.length, rows)
}

export async function lockWrittenGuidebook(
  trx: Knex.Transaction,
  account: string,
  customId: string,
): Promise<GuidebookRow | null> {
  const [row] = await prepared<GuidebookRow>(
    trx,
    'guidebooks/lock-written',
    `SELECT ${columns} FROM guidebooks WHERE account = ? AND custom_id = ? AND release_key IS NULL FOR UPDATE`,
    [account, customId],
  )
  return row ?? null
}

/** Any guidebook of the account, generated ones too. */
export async function findGuidebookById(db: Connection, account: string, id: string): Promise<GuidebookRow | null> {
  if (!isUuid(id)) return null
  const [row] = await prepared<GuidebookRow>(
    db,
    'guidebooks/find',
    `SELECT ${columns} FROM guidebooks WHERE account = ? AND id = ?`,
    [account, id],
  )
  return row ?? null
}

async function written(write: Promise<GuidebookRow[]>): Promise<GuidebookRow> {
  try {
    const [row] = await write
    if (!row) throw new Error('the guidebook was not written')
    return row
  } catch (error) {
    throw constraintOf(error) === 'guidebooks_custom_id'
      ? new GuidebookCustomIdTakenError('taken', { cause: error })
      : error
  }
}

type Fields = Pick<GuidebookRow, 'account' | 'id' | 'customId' | 'titles' | 'descriptions' | 'cover'>

const fieldsOf = ({ customId, titles, descriptions, cover }: Fields): readonly unknown[] => [
  customId,
  JSON.stringify(titles),
  JSON.stringify(descriptions),
  cover === null ? null : JSON.stringify(cover),
]

/** Throws `GuidebookCustomIdTakenError`: the transaction must be given up. */
export const insertGuidebook = (trx: Knex.Transaction, fields: Fields): Promise<GuidebookRow> =>
  written(
    prepared(
      trx,
      'guidebooks/insert',
      `INSERT INTO guidebooks (account, id, custom_id, titles, descriptions, cover)
       VALUES (?, ?, ?, ?, ?, ?) RETURNING ${columns}`,
      [fields.account, fields.id, ...fieldsOf(fields)],
    ),
  )

/** Throws `GuidebookCustomIdTakenError`: the transaction must be given up. */
export const updateGuidebook = (trx: Knex.Transaction, fields: Fields): Promise<GuidebookRow> =>
  written(
    prepared(
      trx,
      'guidebooks/update',
      `UPDATE guidebooks SET (custom_id, titles, descriptions, cover) = (?, ?, ?, ?),
         version = version + 1, updated_at = now() WHERE account = ? AND id = ? RETURNING ${columns}`,
      [...fieldsOf(fields), fields.account, fields.id],
    ),
  )

/** Fills an empty guidebook. Throws `MemberDeletedError`: the transaction must be given up. */
export async function insertContents(
  trx: Knex.Transaction,
  { account, id }: Pick<GuidebookRow, 'account' | 'id'>,
  { stages, members }: Contents,
): Promise<void> {
  await prepared(
    trx,
    'guidebooks/insert-stages',
    `INSERT INTO guidebook_stages (account, guidebook_id, number, titles)
     SELECT ?, ?, number, titles FROM json_to_recordset(?::json) AS s(number integer, titles json)`,
    [account, id, JSON.stringify(stages)],
  )
  try {
    await prepared(
      trx,
      'guidebooks/insert-members',
      `INSERT INTO guidebook_members (account, guidebook_id, stage, section, position, item_id)
       SELECT ?, ?, stage, section, position, "itemId" FROM json_to_recordset(?::json)
         AS m(stage integer, section text, position integer, "itemId" uuid)`,
      [account, id, JSON.stringify(members)],
    )
  } catch (error) {
    throw constraintOf(error) === 'guidebook_members_item' ? new MemberDeletedError('deleted', { cause: error }) : error
  }
}

/** Empties a guidebook; the items themselves stay. */
export async function deleteContents(
  trx: Knex.Transaction,
  { account, id }: Pick<GuidebookRow, 'account' | 'id'>,
): Promise<void> {
  await prepared(
    trx,
    'guidebooks/delete-members',
    'DELETE FROM guidebook_members WHERE account = ? AND guidebook_id = ?',
    [account, id],
  )
  await prepared(
    trx,
    'guidebooks/delete-stages',
    'DELETE FROM guidebook_stages WHERE account = ? AND guidebook_id = ?',
    [account, id],
  )
}

export const readStages = (db: Connection, { account, id }: Pick<GuidebookRow, 'account' | 'id'>): Promise<Stage[]> =>
  prepared<Stage>(
    db,
    'guidebooks/stages',
    'SELECT number, titles FROM guidebook_stages WHERE account = ? AND guidebook_id = ? ORDER BY number',
    [account, id],
  )

/** What a guidebook says of an item that stands in it. */
export interface MemberRow extends Place {
  itemId: string
  kind: ItemKind
  library: string | null
  customId: string | null
  names: Texts
}

/** Bytes of the items' names and of all their texts, an item counted as often as the guidebook names it. */
export async function measureMembers(db: Connection, { account, id }: Pick<GuidebookRow, 'account' | 'id'>) {
  const [row] = await prepared<{ names: number; texts: number }>(
    db,
    'guidebooks/measure-members',
    `SELECT coalesce(sum(i.name_bytes), 0)::float8 AS names, coalesce(sum(i.text_bytes), 0)::float8 AS texts
     FROM guidebook_members m JOIN items i ON i.account = m.account AND i.id = m.item_id
     WHERE m.account = ? AND m.guidebook_id = ?`,
    [account, id],
  )
  return row ?? { names: 0, texts: 0 }
}

export const readMembers = (db: Connection, { account, id }: Pick<GuidebookRow, 'account' | 'id'>) =>
  prepared<MemberRow>(
    db,
    'guidebooks/members',
    `SELECT m.stage, m.section, m.position, m.item_id AS "itemId", i.kind, l.custom_id AS library,
       i.custom_id AS "customId", i.names
     FROM guidebook_members m JOIN ${itemTables} ON i.account = m.account AND i.id = m.item_id
     WHERE m.account = ? AND m.guidebook_id = ? ORDER BY m.stage, m.section, m.position`,
    [account, id],
  )

/** The same with everything about the items but their tracks. */
export const readMemberItems = (db: Connection, { account, id }: Pick<GuidebookRow, 'account' | 'id'>) =>
  prepared<ItemRow & Place>(
    db,
    'guidebooks/member-items',
    `SELECT m.stage, m.section, m.position, ${itemColumns}
     FROM guidebook_members m JOIN ${itemTables} ON i.account = m.account AND i.id = m.item_id
     WHERE m.account = ? AND m.guidebook_id = ? ORDER BY m.stage, m.section, m.position`,
    [account, id],
  )
