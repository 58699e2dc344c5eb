import { migrate } from '@guidebook/service-kit'
import pg from 'pg'
import { type Pgbench, transactionsPerSecond } from './pgbench.ts'

const schema = 'release_bench'
const migrations = new URL('../../../services/releases/migrations/', import.meta.url)

/** A release, and the Idempotency-Key with which it was created. */
export interface CreatedRelease {
  account: string
  id: number
  idempotencyKey: string
}

/** SQL of the columns that differ in each transaction, where `:id` is unique. */
type Varying = Readonly<Record<string, string>>

/** The baseline: pgbench inserts the rows of a release into tables created by the same migrations, in another schema of the same database. */
export const openReleaseInserts = async (program: string, databaseUrl: string, release: CreatedRelease) => {
  await using opened = new AsyncDisposableStack()
  await migrate({ url: databaseUrl, schema, directory: migrations })
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  opened.defer(async () => {
    await client.query(`DROP SCHEMA ${schema} CASCADE`)
    await client.end()
  })
  const script = await scriptOf(client, release)
  const resources = opened.move()
  let round = 0
  const options: Omit<Pgbench, 'variables'> = { program, databaseUrl, schema, script }
  return {
    /** Releases per second. */
    rate: () => transactionsPerSecond({ ...options, variables: { round: round++, n: 0 } }),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}

const scriptOf = async (client: pg.Client, { account, id, idempotencyKey }: CreatedRelease): Promise<string> => {
  const insert = async (table: string, where: string, values: readonly unknown[], varying: Varying) => {
    const { rows } = await client.query(
      `SELECT field.* FROM releases.${table} t, jsonb_each_text(to_jsonb(t)) field WHERE ${where} AND field.key NOT IN
         (SELECT attname FROM pg_attribute WHERE attrelid = 'releases.${table}'::regclass AND attgenerated <> '')`,
      [...values],
    )
    if (rows.length === 0) throw new Error(`table ${table} has no row for the release`)
    return statement(table, Object.fromEntries(rows.map(({ key, value }) => [key, value])), varying)
  }
  const ofRelease = (table: string, varying: Varying) =>
    insert(table, 'account = $1 AND release_id = $2', [account, id], { release_id: ':id', ...varying })
  return [
    '\\set n :n + 1',
    '\\set id (:round * 100 + :client_id) * 1000000000 + :n',
    'BEGIN;',
    await insert('releases', 'account = $1 AND id = $2', [account, id], {
      id: ':id',
      download_code: ':id',
      link: 'md5(:id::text)',
    }),
    await ofRelease('download_codes', { code: ':id' }),
    await ofRelease('release_links', { link: 'md5(:id::text)' }),
    await ofRelease('builds', {}),
    await ofRelease('audit_entries', { id: 'DEFAULT' }),
    outboxStatement(account, id),
    await insert('idempotency_keys', 't.key = $1', [idempotencyKey], { key: 'md5(:id::text)' }),
    'COMMIT;',
  ].join('\n')
}

/** Written by hand, because the relay deletes rows when they are sent: the request for the build. */
const outboxStatement = (account: string, release: number): string => {
  const data = { account, release, link: 'k3Vq8ZpT1xWcY7dRsN2bLg', generation: 1, kind: 'plain' }
  const row = {
    message_id: crypto.randomUUID(),
    type: 'release.build-requested.v1',
    subject: crypto.randomUUID(),
    data: JSON.stringify(data),
    traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00',
    request_id: crypto.randomUUID(),
  }
  return statement('outbox', row, {})
}

const statement = (table: string, row: Readonly<Record<string, string | null>>, varying: Varying): string => {
  const names = Object.keys(row).filter((name) => varying[name] !== 'DEFAULT')
  const values = names.map((name) => varying[name] ?? literal(row[name] ?? null))
  return `INSERT INTO ${table} (${names.join(', ')}) VALUES (${values.join(', ')});`
}

/** Escapes colons too, because pgbench replaces `:name` by a variable even within a literal. */
const literal = (text: string | null): string =>
  text === null
    ? 'NULL'
    : `E'${text.replace(/[\\':]/g, (character) => `\\x${character.charCodeAt(0).toString(16)}`).replaceAll('\n', '\\n')}'`
