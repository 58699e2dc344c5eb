import pg from 'pg'

/** What a connection of the service kit returns for a value of the type (`connection.ts` there). JSON is for its reader to type. */
const typescriptTypes: Readonly<Record<string, string>> = {
  bool: 'boolean',
  bytea: 'Buffer',
  date: 'string',
  float4: 'number',
  float8: 'number',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  json: 'unknown',
  jsonb: 'unknown',
  text: 'string',
  timestamptz: 'Date',
  uuid: 'string',
}

interface Column {
  table: string
  name: string
  /** As `pg_type` calls it; that of an array begins with `_`. */
  type: string
  nullable: boolean
  /** The constraints of this column alone. */
  checks: string[]
}

// cspell:ignore atttypid attnotnull conkey conrelid constraintdef contype regnamespace relispartition relkind relname relnamespace typname
const columnsOfSchema = `
  select c.relname as table, a.attname as name, t.typname as type, not a.attnotnull as nullable,
    array(
      select pg_get_constraintdef(k.oid) from pg_constraint k
      where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
    ) as checks
  from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_type t on t.oid = a.atttypid
  where c.relnamespace = $1::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
  order by c.relname, a.attnum`

/** The columns of a schema by the name of their table. */
export async function readTables(url: string, schema: string): Promise<Map<string, Column[]>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<Column>(columnsOfSchema, [schema])
    return Map.groupBy(rows, ({ table }) => table)
  } finally {
    await client.end()
  }
}

/** One interface for each table: what `select *` returns. */
export function rowTypes(tables: Iterable<readonly [string, readonly Column[]]>): string {
  const interfaces = [...tables].map(([table, columns]) => {
    const fields = columns.map((column) => `  ${column.name}: ${typeOf(column)}\n`).join('')
    return `\n/** A row of \`${table}\`. */\nexport interface ${rowName(table)} {\n${fields}}\n`
  })
  return `// Generated from the migrated schema: see CONTRIBUTING.md.\n${interfaces.join('')}`
}

/** `audit_entries`: `AuditEntryRow`. */
function rowName(table: string): string {
  const singular = table.replace(/ies$/, 'y').replace(/s$/, '')
  return `${singular.replace(/(?:^|_)(.)/g, (_, letter: string) => letter.toUpperCase())}Row`
}

function typeOf({ table, name, type, nullable, checks }: Column): string {
  const element = type.replace(/^_/, '')
  const scalar = listedTexts(checks) ?? typescriptTypes[element]
  if (scalar === undefined) throw new Error(`${table}.${name}: add the type ${element} to ${import.meta.filename}`)
  return `${scalar}${element === type ? '' : '[]'}${nullable ? ' | null' : ''}`
}

/** The texts that a `check (column in ('one', 'other'))` allows. */
function listedTexts(checks: readonly string[]): string | undefined {
  const [, list] = checks.map((check) => /^CHECK \(\(\w+ = ANY \(ARRAY\[(.+)\]\)\)\)$/.exec(check)).find(Boolean) ?? []
  return list?.replaceAll('::text', '').replaceAll(', ', ' | ')
}
