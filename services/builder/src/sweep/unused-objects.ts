import { prepared } from '@guidebook/service-kit'
import type { Knex } from 'knex'

/** Those of an account's keys that no release shows and no build may use again. */
export async function findUnusedObjects(db: Knex, account: string, keys: readonly string[]): Promise<string[]> {
  const rows = await prepared<{ key: string }>(
    db,
    'builder/unused-objects',
    `select listed.key from unnest(cast(:keys as text[])) as listed(key)
     where not exists (select from build_objects where account = :account and build_objects.key = listed.key)
       and not exists (select from artifacts where account = :account and keys @> array[listed.key])
       and not exists (select from logos where account = :account and logos.key = listed.key)
       and not exists (select from tiles where tiles.key = listed.key)`,
    { account, keys },
  )
  return rows.map(({ key }) => key)
}
