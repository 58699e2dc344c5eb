import { alignByOrdinality, isUuid, prepared } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import type * as rows from '../generated/rows.ts'
import type { ItemRow, RouteRow } from '../item/item-row.ts'
import { itemColumns, itemTables } from '../item/queries.ts'
import type { Contents, GuidebookRow, Member, Place, Stage } from './guidebook-row.ts'

type GuidebookId = Pick<GuidebookRow, 'account' | 'id'>
type Fields = Pick<GuidebookRow, 'account' | 'id' | 'custom_id' | 'titles' | 'descriptions' | 'cover'>

/** A guidebook that the account wrote: generated ones are not found by custom ID. */
export const findWrittenGuidebook = (db: Knex, account: string, customId: string): Promise<GuidebookRow | undefined> =>
  db<GuidebookRow>('guidebooks').where({ account, custom_id: customId, release_key: null }).first()

/** The same for a change: it stays as it is until the transaction ends. */
export const lockWrittenGuidebook = (
  trx: Knex.Transaction,
  account: string,
  customId: string,
): Promise<GuidebookRow | undefined> =>
  trx<GuidebookRow>('guidebooks').where({ account, custom_id: customId, release_key: null }).forUpdate().first()

type FoundGuidebook = Pick<GuidebookRow, 'id' | 'titles' | 'cover' | 'version'>

/** Guidebooks that the accounts wrote, of any accounts: in the order of the questions, null for none. */
export async function findWrittenGuidebooks(
  db: Knex,
  questions: readonly { account: string; customId: string }[],
): Promise<(FoundGuidebook | null)[]> {
  const rows = await prepared<FoundGuidebook & { place: number }>(
    db,
    'guidebooks/find-many-written',
    `select asked.place, id, titles, cover, version
       from unnest(cast(:accounts as text[]), cast(:customIds as text[])) with ordinality as asked(of, named, place)
       join guidebooks on account = asked.of and custom_id = asked.named and release_key is null`,
    { accounts: questions.map(({ account }) => account), customIds: questions.map(({ customId }) => customId) },
  )
  return alignByOrdinality<FoundGuidebook>(questions.length, rows)
}

/** Any guidebook of the account, generated ones too. */
export const findGuidebookById = async (db: Knex, account: string, id: string): Promise<GuidebookRow | undefined> =>
  isUuid(id) ? await db<GuidebookRow>('guidebooks').where({ account, id }).first() : undefined

export async function insertGuidebook(trx: Knex.Transaction, fields: Fields): Promise<GuidebookRow> {
  const [row] = await trx<GuidebookRow>('guidebooks').insert(fields).returning('*')
  return row as GuidebookRow
}

/** Writes a guidebook that is locked. */
export async function updateGuidebook(
  trx: Knex.Transaction,
  { account, id }: GuidebookId,
  fields: Partial<GuidebookRow>,
): Promise<GuidebookRow> {
  const changed = { ...fields, version: trx.raw('version + 1'), updated_at: trx.fn.now() }
  const [row] = await trx<GuidebookRow>('guidebooks').where({ account, id }).update(changed).returning('*')
  return row as GuidebookRow
}

/** Fills an empty guidebook. The foreign key `guidebook_members_item` rejects an item that was deleted meanwhile. */
export async function insertContents(
  trx: Knex.Transaction,
  { account, id }: GuidebookId,
  { stages, members }: Contents,
): Promise<void> {
  await prepared(
    trx,
    'guidebooks/insert-stages',
    `insert into guidebook_stages (account, guidebook_id, number, titles)
     select :account, :id, number, titles from json_populate_recordset(cast(null as guidebook_stages), :stages)`,
    { account, id, stages: JSON.stringify(stages) },
  )
  await prepared(
    trx,
    'guidebooks/insert-members',
    `insert into guidebook_members (account, guidebook_id, stage, section, position, item_id, role)
     select :account, :id, stage, section, position, item_id, role
       from json_populate_recordset(cast(null as guidebook_members), :members)`,
    { account, id, members: JSON.stringify(members) },
  )
}

/** Empties a guidebook; the items themselves stay. */
export async function deleteContents(trx: Knex.Transaction, { account, id }: GuidebookId): Promise<void> {
  await trx('guidebook_members').where({ account, guidebook_id: id }).delete()
  await trx('guidebook_stages').where({ account, guidebook_id: id }).delete()
}

export const readStages = (db: Knex, { account, id }: GuidebookId): Promise<Stage[]> =>
  db<rows.GuidebookStageRow>('guidebook_stages')
    .where({ account, guidebook_id: id })
    .orderBy('number')
    .select('number', 'titles')

/**
 * The number of items; bytes of their names, of all their texts, and of the guidebook's own ones. An item counts as often as the guidebook names it.
 */
export async function measureContents(db: Knex, { account, id, titles, descriptions }: GuidebookRow) {
  const [row] = await prepared<{ items: number; names: number | null; texts: number | null; stages: number | null }>(
    db,
    'guidebooks/measure-contents',
    `select cast(count(*) as integer) as items, cast(sum(i.name_bytes) as float8) as names,
         cast(sum(i.text_bytes) as float8) as texts,
         (select cast(sum(octet_length(cast(s.titles as text))) as float8) from guidebook_stages s
           where s.account = :account and s.guidebook_id = :id) as stages
       from guidebook_members m join items i on i.account = m.account and i.id = m.item_id
      where m.account = :account and m.guidebook_id = :id`,
    { account, id },
  )
  const own = Buffer.byteLength(JSON.stringify([titles, descriptions])) + (row?.stages ?? 0)
  return { items: row?.items ?? 0, names: row?.names ?? 0, texts: row?.texts ?? 0, own }
}

/** The members without their items, which may be large; in the same order as `readMembers`. */
export const readPlaces = (db: Knex, { account, id }: GuidebookId): Promise<Member[]> =>
  db<rows.GuidebookMemberRow>('guidebook_members')
    .where({ account, guidebook_id: id })
    .orderBy(['stage', 'section', 'position'])
    .select('stage', 'section', 'position', 'item_id', 'role')

const members = `guidebook_members m join ${itemTables()} on i.account = m.account and i.id = m.item_id
  where m.account = :account and m.guidebook_id = :id order by m.stage, m.section, m.position`

/** What a guidebook says of an item in it. The figures are set for routes only. */
export type MemberRow = Member &
  Pick<ItemRow, 'kind' | 'library' | 'custom_id' | 'names'> &
  Pick<RouteRow, 'measures' | 'icon' | 'overrides'>

export const readMembers = (db: Knex, { account, id }: GuidebookId): Promise<MemberRow[]> =>
  prepared(
    db,
    'guidebooks/members',
    `select m.stage, m.section, m.position, m.item_id, m.role, i.kind, l.custom_id as library, i.custom_id, i.names,
       i.measures, i.icon, i.overrides from ${members}`,
    { account, id },
  )

export type MemberItem = ItemRow & Place & Pick<Member, 'role'>

/** The same with everything about the items but their tracks. */
export const readMemberItems = (db: Knex, { account, id }: GuidebookId): Promise<MemberItem[]> =>
  prepared(
    db,
    'guidebooks/member-items',
    `select m.stage, m.section, m.position, m.role, ${itemColumns} from ${members}`,
    {
      account,
      id,
    },
  )

/** Those of the account's covers that no guidebook has. */
export async function findUnusedCovers(db: Knex, account: string, keys: readonly string[]): Promise<string[]> {
  const { rows } = await db.raw(
    `select listed.key from unnest(cast(:keys as text[])) as listed(key)
     where not exists (select from guidebooks where account = :account and cover->>'key' = listed.key)`,
    { account, keys },
  )
  return rows.map(({ key }: { key: string }) => key)
}
