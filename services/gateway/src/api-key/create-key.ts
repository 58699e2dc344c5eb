import { uuidv7 } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import { generateKey } from './key-format.ts'
import { presentKey } from './present.ts'
import { createKeyQueries } from './queries.ts'

/** Makes a key; this answer is the only place where it can be read. Test accounts get test keys. */
export async function createKey(trx: Knex.Transaction, account: { id: string; test: boolean }, now: Date) {
  const { key, prefix, hash } = generateKey(account.test ? 'test' : 'live')
  const row = { id: uuidv7(), account: account.id, prefix, created_at: now }
  await createKeyQueries(trx).insert({ ...row, hash })
  return { ...presentKey(row), key }
}
