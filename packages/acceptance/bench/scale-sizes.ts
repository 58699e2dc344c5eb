import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { serviceNames } from '@guidebook/contracts'
import pg from 'pg'
import type { Description } from '../src/running-system.ts'
import { databaseOf } from './release-create.ts'

/** Bytes of each schema with its indexes and large values, and bytes and number of the stored objects. */
export const openSizes = async (system: Description, objects: string) => {
  const url = databaseOf(system, 'releases')
  if (url === null) throw new Error('sizes are measured with the local PostgreSQL server only')
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const read = async () => {
    // Rows that were deleted, such as sent messages, are not growth.
    await client.query('VACUUM')
    const { rows } = await client.query<{ schema: string; bytes: string }>(
      `SELECT schemaname AS schema, sum(pg_total_relation_size(format('%I.%I', schemaname, tablename)::regclass)) AS bytes
       FROM pg_tables WHERE schemaname = ANY($1) AND tablename NOT IN ('outbox', 'inbox', 'idempotency_keys', 'requests')
       GROUP BY 1`,
      [serviceNames],
    )
    const files = readdirSync(objects, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    // A file that is being written may have been renamed meanwhile.
    const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0
    const bytes = files.reduce((sum, { parentPath, name }) => sum + sizeOf(join(parentPath, name)), 0)
    return { ...Object.fromEntries(rows.map((row) => [row.schema, Number(row.bytes)])), objects: bytes }
  }
  return {
    /** Prints what the work adds for each unit. */
    async row(name: string, units: number, work: () => Promise<unknown>): Promise<void> {
      const before: Record<string, number> = await read()
      await work()
      const after: Record<string, number> = await read()
      const added = [...serviceNames, 'objects'].map((one) => {
        const bytes = ((after[one] ?? 0) - (before[one] ?? 0)) / units
        return `${one} ${Math.round(bytes)}`
      })
      console.log(`bytes of ${name}: ${added.join(', ')}`)
    },
    [Symbol.asyncDispose]: () => client.end(),
  }
}
