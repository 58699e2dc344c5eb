import { isDeepStrictEqual } from 'node:util'
import { isUuid, prepared } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import type { UsedItemRow } from '../generated/rows.ts'
import type { ReleaseId } from '../release/release.ts'
import { type Binding, keyOf, type Rebinding, rebind } from './bindings.ts'

/** The row of a release with bindings. */
export const usedItemsRow = ({ account, id }: ReleaseId, bindings: readonly Binding[]) => ({
  account,
  release_id: id,
  bindings,
  // An internal ID is any short text in requests; geodata knows only UUIDs.
  item_ids: [...new Set(bindings.map(({ item }) => item))].filter(isUuid),
})

/** Writes the rows (`?`: the text of a JSON array); for a statement that writes more than that. */
export const insertUsedItems = `insert into used_items (account, release_id, bindings, item_ids)
  select account, release_id, bindings, item_ids from json_populate_recordset(cast(null as used_items), ?)`

/** null: the release names nothing, or is from before bindings were stored. */
export async function findBindings(db: Knex, { account, id }: ReleaseId): Promise<Binding[] | null> {
  const [row] = await prepared<Pick<UsedItemRow, 'bindings'>>(
    db,
    'releases/bindings',
    'select bindings from used_items where account = :account and release_id = :id',
    { account, id },
  )
  return row === undefined ? null : (row.bindings as Binding[])
}

/** Replaces the bindings of a locked release. */
export async function saveBindings(
  trx: Knex.Transaction,
  release: ReleaseId,
  bindings: readonly Binding[],
): Promise<void> {
  await prepared(
    trx,
    'releases/save-bindings',
    `${insertUsedItems}
     on conflict (account, release_id) do update set bindings = excluded.bindings, item_ids = excluded.item_ids`,
    [JSON.stringify([usedItemsRow(release, bindings)])],
  )
}

/**
 * Changes the bindings of a locked release. Returns whether it now shows other items by the same names. Bindings that an older release gets
 * for the first time are no change.
 */
export async function changeBindings(trx: Knex.Transaction, release: ReleaseId, change: Rebinding): Promise<boolean> {
  const before = await findBindings(trx, release)
  const after = rebind(before ?? [], change)
  const isSame = isDeepStrictEqual(new Set((before ?? []).map(identify)), new Set(after.map(identify)))
  if (isSame) return false
  await saveBindings(trx, release, after)
  return before !== null
}

const identify = (binding: Binding): string => `${keyOf(binding)} ${binding.item}`
