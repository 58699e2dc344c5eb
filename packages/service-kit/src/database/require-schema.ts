import { setTimeout as sleep } from 'node:timers/promises'
import { isOutage } from '../errors/outage.ts'
import type { HealthCheck, HealthFacts } from '../health.ts'
import type { Component } from '../lifecycle/component.ts'
import type { Database } from './database.ts'
import { kitMigrations } from './kit-migrations.ts'
import { type Migration, readMigrations } from './migration-file.ts'
import { sqlState, sqlStateOf } from './sql-state.ts'

/** How long a start waits for an unavailable database, milliseconds. */
const patienceMs = 60_000

/**
 * As a component it refuses to start on a schema that lacks a migration; as a health check it reports that later. Additional migrations are
 * accepted: the next version migrates the schema before it starts (expand, then contract).
 */
export function requireSchema({
  database,
  directory,
}: {
  database: Database
  /** The folder of the service's `.sql` files. */
  directory: URL
}): Component & { check: HealthCheck } {
  let files: Promise<Migration[]> | undefined
  /** Migrations that this version requires and that are not applied, and applied ones of a later version, which is being installed. */
  const differences = async () => {
    files ??= readMigrations(directory)
    const required = new Set([...kitMigrations, ...(await files)].map(({ name }) => name))
    const applied = await appliedNames(database)
    return {
      missing: [...required].filter((name) => !applied.has(name)),
      ahead: [...applied].filter((name) => !required.has(name)),
    }
  }
  const compare = async () => {
    const { missing } = await differences()
    if (missing.length > 0) {
      throw new Error(`schema "${database.schema}" lacks ${missing.join(', ')}. Run: node migrate.js`)
    }
  }
  const facts = async (): Promise<HealthFacts> => {
    const { missing, ahead } = await differences()
    return { missing: missing.length, ahead: ahead.length }
  }
  return {
    name: 'schema',
    start: () => retryOutages(compare, Date.now() + patienceMs),
    check: { name: 'schema', check: compare, facts },
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

async function retryOutages(work: () => Promise<void>, until: number): Promise<void> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isOutage(error) || Date.now() > until) throw error
      await sleep(500)
    }
  }
}
