import { type Database, openDatabase } from '@guidebook/service-kit'
import { testDatabase } from '@guidebook/service-kit/test'
import { onTestFinished } from 'vitest'

export const migrations = new URL('../migrations', import.meta.url)

/** A migrated database of the test's own, gone when the test is over. */
export async function freshDatabase(): Promise<Database & { url: string }> {
  const { url, schema, drop } = await testDatabase('builder', migrations)
  const database = openDatabase({ url, schema, service: 'builder' })
  onTestFinished(async () => {
    await database.knex.destroy()
    await drop()
  })
  return { ...database, url }
}
