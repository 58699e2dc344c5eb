import pg from 'pg'

/** The part of a plan in PostgreSQL's JSON form that the tests read. */
interface PlanNode {
  'Relation Name'?: string
  'Index Cond'?: string
  'Recheck Cond'?: string
  'TID Cond'?: string
  'Node Type': string
  Plans?: PlanNode[]
}

/** How a statement reads one table: the condition that an index (or the rows' places) serves; empty when all rows are read. */
export interface Scan {
  table: string
  condition: string
}

/** As if each page of a table held a million rows. Otherwise, PostgreSQL prefers to read the few rows of a test one after the other. */
const manyRows = `select pg_restore_relation_stats(
    'schemaname', schemaname::text, 'relname', tablename::text, 'relpages', 1, 'reltuples', 1000000::real)
  from pg_tables where schemaname = current_schema()`

/** Explains statements as a service's role. PostgreSQL reads all rows of a table only when no index serves the condition. */
export const openExplainer = async (databaseUrl: string) => {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  // Never committed.
  await client.query('begin; set local enable_seqscan = off')
  await client.query(manyRows)
  return {
    /** The scans in the plan of the statement for any values. */
    async scansOf(statement: string): Promise<Scan[]> {
      const { rows } = await explain(client, readable(statement))
      return scansIn(rows[0]['QUERY PLAN'][0].Plan)
    },
    [Symbol.asyncDispose]: () => client.end(),
  }
}

/** PostgreSQL replaces constants by `$1`, also where its grammar allows no parameter: after the name of a type. */
const readable = (statement: string): string =>
  statement
    .replace(/\b(interval|timestamptz|timestamp|date|uuid)\s+(\$\d+)/gi, 'cast($2 as $1)')
    .replace(/\bextract\(\$\d+ from/gi, 'extract(epoch from')

/** A constant's type is lost with it. PostgreSQL names each parameter whose type it can't infer; all of these are texts. */
const explain = async (client: pg.Client, statement: string): Promise<pg.QueryResult> => {
  try {
    await client.query('savepoint before')
    return await client.query(`explain (generic_plan, format json) ${statement}`)
  } catch (error) {
    const parameter = /^could not determine data type of parameter (\$\d+)$/.exec((error as Error).message)?.[1]
    await client.query('rollback to before')
    if (parameter === undefined) throw new Error(`${(error as Error).message}: ${statement}`, { cause: error })
    return await explain(client, statement.replace(new RegExp(`\\${parameter}\\b`, 'g'), `cast(${parameter} as text)`))
  }
}

const scansIn = (node: PlanNode): Scan[] => {
  const below = (node.Plans ?? []).flatMap(scansIn)
  const table = node['Relation Name']
  if (table === undefined || !node['Node Type'].endsWith('Scan')) return below
  return [{ table, condition: node['Index Cond'] ?? node['Recheck Cond'] ?? node['TID Cond'] ?? '' }, ...below]
}
