import type { CsvRow } from '../csv/read-csv.ts'

/** Rows that are looked up and recorded together. */
const batchRows = 500
/** Characters in the cells of a batch: 500 rows of 64 kB each, for several files at once, would take too much memory. */
const batchLength = 1024 * 1024

/** Batches of the rows of a file behind the given row. */
export async function* rowBatches(
  rows: AsyncIterable<CsvRow> | Iterable<CsvRow>,
  behind = 0,
): AsyncGenerator<CsvRow[]> {
  let batch: CsvRow[] = []
  let length = 0
  for await (const row of rows) {
    if (row.row <= behind) continue
    batch.push(row)
    for (const cell of row.cells) length += cell.length + 1
    if (batch.length === batchRows || length >= batchLength) {
      yield batch
      batch = []
      length = 0
    }
  }
  if (batch.length > 0) yield batch
}
