import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { testDatabase } from '@guidebook/service-kit/test'
import { expect, test } from 'vitest'
import { readTables, rowTypes } from './row-types.ts'

const root = resolve(import.meta.dirname, '../../..')
const services = readdirSync(join(root, 'services'))

async function migratedTables(schema: string, migrations: string) {
  await using database = await testDatabase(schema, pathToFileURL(`${migrations}/`))
  return await readTables(database.url, schema)
}

/** A folder without migrations leaves the tables of the kit. */
const kitTables = await migratedTables('kit', import.meta.dirname)

test('the row types of the kit match its tables; `npm test -- row-types -u` rewrites them', async () => {
  await expect(rowTypes(kitTables)).toMatchFileSnapshot(join(root, 'packages/service-kit/src/generated/rows.ts'))
})

const title = 'the row types of %s match its migrated schema; `npm test -- row-types -u` rewrites them'
test.each(services)(title, async (service) => {
  const tables = await migratedTables(service, join(root, 'services', service, 'migrations'))
  const own = [...tables].filter(([table]) => !kitTables.has(table))
  await expect(rowTypes(own)).toMatchFileSnapshot(join(root, 'services', service, 'src/generated/rows.ts'))
})
