import { type Database, openDatabase } from '@guidebook/service-kit'
import { testDatabase } from '@guidebook/service-kit/test'
import { onTestFinished } from 'vitest'

export const migrations = new URL('../migrations', import.meta.url)

/** A migrated database for one test, dropped at its end. */
export async function freshDatabase(): Promise<Database & { url: string }> {
  const { url, schema, drop } = await testDatabase('builder', migrations)
  const database = openDatabase({ url, schema, service: 'builder' })
  onTestFinished(async () => {
    await database.knex.destroy()
    await drop()
  })
  return { ...database, url }
}
