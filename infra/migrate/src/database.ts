import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runSql } from '@guidebook/deployment/run-sql'
import { ConfigError, readSettings, setting } from '@guidebook/service-kit'
import pg from 'pg'
import type { Command } from './command.ts'

const settings = { DATABASE_ADMIN_URL: setting.url({ secret: true, protocols: ['postgres:', 'postgresql:'] }) }

/**
 * Runs `roles.sql` of the folder: database, roles, passwords, schemas and rights. `DATABASE_ADMIN_URL`: a role that may create databases and
 * roles.
 */
export const createDatabase: Command = ([folder = '.'], env) => {
  const { DATABASE_ADMIN_URL: url } = readSettings(settings, env)
  const file = [join(folder, 'roles.sql'), join(folder, 'servers', 'roles.sql')].find((path) => existsSync(path))
  if (file === undefined) throw new ConfigError([`no roles.sql in ${folder}: "guidebook setup" creates it`])
  const script = readFileSync(file, 'utf8')
  return async () => {
    await withLock(url, () => runSql(url, script))
    return 'the database and its roles are up to date'
  }
}

/** Of two runs at the same time one waits. The lock belongs to the session, so it ends when this program dies. */
async function withLock(connectionString: string, work: () => Promise<void>): Promise<void> {
  const application_name = 'guidebook migrate'
  const client = new pg.Client({ connectionString, application_name, connectionTimeoutMillis: 5_000 })
  // A connection that breaks between two queries emits an event; the error of the next query is reported.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query("SELECT pg_advisory_lock(hashtext('guidebook database'))")
    await work()
  } finally {
    await client.end()
  }
}
