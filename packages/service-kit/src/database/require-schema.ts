import { setTimeout as sleep } from 'node:timers/promises'
import { isOutage } from '../errors/outage.ts'
import type { HealthCheck } from '../health.ts'
import type { Component } from '../lifecycle/component.ts'
import type { Database } from './database.ts'
import { kitMigrations } from './kit-migrations.ts'
import { type Migration, readMigrations } from './migration-file.ts'
import { sqlState, sqlStateOf } from './sql-state.ts'

/** The schema is older than the program needs; the message says which command mends it. */
export class SchemaOutdated extends Error {
  override readonly name = 'SchemaOutdated'
}

export interface RequireSchemaOptions {
  database: Database
  /** The folder of the service's `.sql` files. */
  directory: URL
  /** What mends an older schema. */
  command: string
  /** How long a start waits for a database that is away. */
  patienceMs?: number
}

/**
 * As a component it refuses to start on a schema that lacks a migration; as a health check it says so later.
 * A schema with more than the program knows is fine: the next version was rolled out first (expand, then contract).
 */
export function requireSchema({
  database,
  directory,
  command,
  patienceMs = 60_000,
}: RequireSchemaOptions): Component & { check: HealthCheck } {
  let files: Promise<Migration[]> | undefined
  const compare = async () => {
    files ??= readMigrations(directory)
    const wanted = [...kitMigrations, ...(await files)].map(({ name }) => name)
    const applied = await appliedNames(database)
    const missing = wanted.filter((name) => !applied.has(name))
    if (missing.length > 0) {
      throw new SchemaOutdated(`schema "${database.schema}" lacks ${missing.join(', ')}. To mend it: ${command}`)
    }
  }
  return {
    name: 'schema',
    start: () => whileAway(compare, Date.now() + patienceMs),
    check: { name: 'schema', check: compare },
  }
}

async function appliedNames(database: Database): Promise<Set<string>> {
  try {
    return new Set(await database.knex('migrations').pluck<string[]>('name'))
  } catch (error) {
    if (sqlStateOf(error) === sqlState.undefinedTable) return new Set()
    throw error
  }
}

async function whileAway(work: () => Promise<void>, until: number): Promise<void> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isOutage(error) || Date.now() > until) throw error
      await sleep(500)
    }
  }
}
