import type { CsvRow } from '../csv/read-csv.ts'

/** Rows that are looked up and recorded together. */
const batchRows = 500

/** The rows of a file behind the given one, some at a time. */
export async function* batches(rows: AsyncIterable<CsvRow>, behind = 0): AsyncGenerator<CsvRow[]> {
  let batch: CsvRow[] = []
  for await (const row of rows) {
    if (row.row <= behind) continue
    batch.push(row)
    if (batch.length === batchRows) {
      yield batch
      batch = []
    }
  }
  if (batch.length > 0) yield batch
}
