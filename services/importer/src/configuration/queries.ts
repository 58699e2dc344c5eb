import type { ImportConfiguration } from '@guidebook/contracts'
import type { Knex } from 'knex'

export const readConfiguration = async (
  db: Knex | Knex.Transaction,
  account: string,
): Promise<ImportConfiguration | null> => {
  const row = await db('import_configurations').where({ account }).first('configuration')
  return row?.configuration ?? null
}

/** Replaces the account's configuration and its senders. A sender of another account violates `import_senders_pkey`. */
export const storeConfiguration = async (
  trx: Knex.Transaction,
  account: string,
  configuration: ImportConfiguration,
  now: Date,
): Promise<void> => {
  await trx('import_configurations')
    .insert({ account, configuration: JSON.stringify(configuration), updated_at: now })
    .onConflict('account')
    .merge()
  await trx('import_senders').where({ account }).delete()
  const addresses = [...new Set(configuration.senders.map((address) => address.toLowerCase()))]
  await trx('import_senders').insert(addresses.map((address) => ({ address, account })))
}
