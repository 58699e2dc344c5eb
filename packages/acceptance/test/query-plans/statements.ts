import { serviceNames } from '@guidebook/contracts'
import pg from 'pg'
import type { Description } from '../../src/running-system.ts'
import { isOfMigrations } from './migration-statements.ts'

/** At the start a service reads all names of migrations; only tests and the migrations themselves name a schema. */
const isOfStart = (text: string) => /\b(from|into) "?migrations"?|\bpg_namespace\b/i.test(text)
const isOfTests = (text: string) => new RegExp(`\\b(${serviceNames.join('|')})"?\\."?\\w`).test(text)

/** The statements that each service has run since the start of the system, in one line each and with `$1` instead of each value. */
export const statementsOf = async ({ databaseUrl }: Description): Promise<Record<string, string[]>> => {
  const client = new pg.Client({ connectionString: databaseUrl ?? '' })
  await client.connect()
  try {
    await client.query('create extension if not exists pg_stat_statements')
    const { rows } = await client.query<{ service: string; text: string }>(
      `select distinct rolname as service, query as text from pg_stat_statements join pg_roles r on r.oid = userid
       where rolname = any($1) order by rolname, query`,
      [serviceNames],
    )
    const own = rows.filter(
      ({ service, text }) => !isOfStart(text) && !isOfTests(text) && !isOfMigrations(service, text),
    )
    const oneLine = ({ text }: { text: string }) => text.replaceAll(/--.*$/gm, '').replaceAll(/\s+/g, ' ').trim()
    return Object.fromEntries(
      serviceNames.map((service) => [service, own.filter((row) => row.service === service).map(oneLine)]),
    )
  } finally {
    await client.end()
  }
}
