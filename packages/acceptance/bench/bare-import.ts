import { Readable } from 'node:stream'
import { schemas, validate } from '@guidebook/contracts'
import { migrate } from '@guidebook/service-kit'
import { parse } from 'csv-parse'
import pg from 'pg'

const schema = 'import_bench'
const migrations = new URL('../../../services/importer/migrations/', import.meta.url)
const batchRows = 500

/**
 * The baseline for recording a file: a csv-parse stream, validation of each row's release request by the same schema, and `unnest` inserts of
 * the same rows into a table created by the same migrations.
 */
export const openBareImport = async (databaseUrl: string, account: string) => {
  await using opened = new AsyncDisposableStack()
  await migrate({ url: databaseUrl, schema, directory: migrations })
  const url = new URL(databaseUrl)
  const client = new pg.Client({ connectionString: url.href, options: `-c search_path=${schema}` })
  await client.connect()
  opened.defer(async () => {
    await client.query(`DROP SCHEMA ${schema} CASCADE`)
    await client.end()
  })
  const run = crypto.randomUUID()
  const mail = crypto.randomUUID()
  await client.query(
    `INSERT INTO mails (id, mailbox, uid_validity, uid, raw_key, raw_sha256, bytes, received_at) VALUES ($1, '', 1, 1, '', '', 1, now())`,
    [mail],
  )
  await client.query(
    `INSERT INTO runs (id, mail, account, attachment, file_sha256, test, state, created_at) VALUES ($1, $2, $3, 0, '', false, 'processing', now())`,
    [run, mail, account],
  )
  const resources = opened.move()

  const insert = async (batch: readonly BareRow[]) => {
    await client.query(
      `INSERT INTO rows (run, row, status, command, download_code, cells, request)
       SELECT $1, r.row, 'pending', r.command, r.code, r.cells, r.request
       FROM unnest($2::integer[], $3::uuid[], $4::bigint[], $5::json[], $6::json[]) AS r(row, command, code, cells, request)`,
      [
        run,
        batch.map(({ row }) => row),
        batch.map(() => crypto.randomUUID()),
        batch.map(({ request }) => request.downloadCode),
        batch.map(({ cells }) => JSON.stringify(cells)),
        batch.map(({ request }) => JSON.stringify(request)),
      ],
    )
  }
  return {
    /** Rows per second. */
    async rate(csv: string): Promise<number> {
      await client.query('TRUNCATE rows')
      const began = performance.now()
      let row = 0
      let batch: BareRow[] = []
      const bytes = Buffer.from(csv)
      for await (const cells of Readable.from(chunksOf(bytes)).pipe(parse({ delimiter: ';', from_line: 2 }))) {
        const request = requestOf(account, cells)
        if (validate(schemas.releaseRequest, request).length > 0)
          throw new Error(`row ${row} is not a valid release request`)
        batch.push({ row: ++row, cells, request })
        if (batch.length === batchRows) {
          await insert(batch)
          batch = []
        }
      }
      if (batch.length > 0) await insert(batch)
      return row / ((performance.now() - began) / 1_000)
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}

interface BareRow {
  row: number
  cells: string[]
  request: ReturnType<typeof requestOf>
}

function* chunksOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536)
}

const day = (text = '') => `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`

const requestOf = (account: string, [code, guidebook, lang, arrival, departure, devices]: readonly string[]) => ({
  account,
  downloadCode: Number(code),
  guidebookExternalId: guidebook,
  startdate: '2027-06-26',
  enddate: '2027-08-16',
  arrivaldate: day(arrival),
  departuredate: day(departure),
  lang,
  devices: Number(devices),
})
