import pg from 'pg'

/**
 * Runs a script of psql. Of the commands of psql it supports only `\connect NAME` and `\gexec`, at the end of a line or on a separate one. `url`:
 * the database that runs the first part.
 */
export async function runSql(url: string, script: string): Promise<void> {
  const [first = '', ...others] = script.split(/^\\connect (\w+)$/m)
  await withClient(url, (client) => runPart(client, first))
  for (let index = 0; index < others.length; index += 2) {
    const [name, part = ''] = others.slice(index, index + 2)
    const address = new URL(url)
    address.pathname = `/${name}`
    await withClient(address.href, (client) => runPart(client, part))
  }
}

/** `\gexec` runs each value of the last result as a statement. */
async function runPart(client: pg.Client, part: string): Promise<void> {
  const pieces = part.split(/\\gexec$/m)
  const last = pieces.pop() ?? ''
  for (const piece of pieces) {
    const result = [await client.query({ text: piece, rowMode: 'array' })].flat().at(-1)
    for (const statement of (result?.rows ?? []).flat()) await client.query(statement)
  }
  await client.query(last)
}

async function withClient(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  // A connection that breaks between two queries emits an event; the error of the next query is reported.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
