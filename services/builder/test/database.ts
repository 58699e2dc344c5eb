import { openDatabase } from '@guidebook/service-kit'
import { testDatabase } from '@guidebook/service-kit/test'

const migrations = new URL('../migrations', import.meta.url)

/** A migrated database for a test file. */
export async function openTestDatabase() {
  const { url, schema, drop } = await testDatabase('builder', migrations)
  const database = openDatabase({ url, schema, service: 'builder' })
  return {
    ...database,
    /** Empties the tables of builds. */
    async clear() {
      for (const table of ['builds', 'turns', 'artifacts', 'build_objects', 'outbox'])
        await database.knex(table).delete()
    },
    async [Symbol.asyncDispose]() {
      await database.knex.destroy()
      await drop()
    },
  }
}
