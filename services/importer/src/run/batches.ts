import type { CsvRow } from '../csv/read-csv.ts'

/** Rows that are looked up, recorded and commanded together. */
const batchRows = 200

/** The rows of a file, some at a time. */
export async function* batches(rows: AsyncIterable<CsvRow>): AsyncGenerator<CsvRow[]> {
  let batch: CsvRow[] = []
  for await (const row of rows) {
    batch.push(row)
    if (batch.length === batchRows) {
      yield batch
      batch = []
    }
  }
  if (batch.length > 0) yield batch
}
