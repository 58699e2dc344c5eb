import { migrate } from '@guidebook/service-kit'
import pg from 'pg'
import { type Pgbench, transactionsPerSecond } from './pgbench.ts'

const schema = 'release_bench'
const migrations = new URL('../../../services/releases/migrations/', import.meta.url)

/** What names one release: its account, its number and the Idempotency-Key that it was created with. */
export interface CreatedRelease {
  account: string
  id: number
  idempotencyKey: string
}

/** Values that are others in each transaction, as SQL in which `:id` is a number of its own. */
type Varying = Readonly<Record<string, string>>

/**
 * The rows that creating a release leaves behind, inserted by pgbench alone: into tables made by the same migrations, in a schema of its
 * own in the same server.
 */
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
  const whole = opened.move()
  let round = 0
  const about: Omit<Pgbench, 'variables'> = { program, databaseUrl, schema, script }
  return {
    /** Releases a second. */
    rate: () => transactionsPerSecond({ ...about, variables: { round: round++, n: 0 } }),
    [Symbol.asyncDispose]: () => whole.disposeAsync(),
  }
}

const scriptOf = async (client: pg.Client, { account, id, idempotencyKey }: CreatedRelease): Promise<string> => {
  const insert = async (table: string, where: string, values: readonly unknown[], varying: Varying) => {
    const { rows } = await client.query(
      `SELECT field.* FROM releases.${table} t, jsonb_each_text(to_jsonb(t)) field WHERE ${where} AND field.key NOT IN
         (SELECT attname FROM pg_attribute WHERE attrelid = 'releases.${table}'::regclass AND attgenerated <> '')`,
      [...values],
    )
    if (rows.length === 0) throw new Error(`${table} has no row of the release`)
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
    await ofRelease('audit_entries', { id: 'DEFAULT' }),
    outboxStatement(account, id),
    await insert('idempotency_keys', 't.key = $1', [idempotencyKey], { key: 'md5(:id::text)' }),
    'COMMIT;',
  ].join('\n')
}

/** The relay deletes a row as soon as it is sent, so that none can be looked at: this is the order for the build. */
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

/** pgbench takes a colon before a word for a variable, also within a text. */
const literal = (text: string | null): string =>
  text === null
    ? 'NULL'
    : `E'${text.replace(/[\\':]/g, (sign) => `\\x${sign.charCodeAt(0).toString(16)}`).replaceAll('\n', '\\n')}'`
