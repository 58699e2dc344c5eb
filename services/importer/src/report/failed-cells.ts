import type { Knex } from 'knex'

/** Rows whose sizes are read with one statement. */
const sizedRows = 1_000
/**
 * JSON text of a page. A row may have 64 KiB or 16,384 cells, so a number of rows would bound neither the memory for a page nor the time for which
 * writing it as CSV blocks the event loop: about 30 ms for the most cells that fit.
 */
const pageBytes = 256 * 1024

/** The cells of the failed rows of a run, in order. Rows without cells, which are removed after their retention time, are left out. */
export async function* failedCells(trx: Knex.Transaction, run: string): AsyncGenerator<string[][], void> {
  for (let behind = 0; ; ) {
    const ends = await pageEnds(trx, run, behind)
    if (ends.length === 0) return
    for (const end of ends) {
      yield await trx('rows')
        .where({ run, status: 'failed' })
        .whereNotNull('cells')
        .whereBetween('row', [behind + 1, end])
        .orderBy('row')
        .pluck('cells')
      behind = end
    }
  }
}

/** The last row of each page that begins in the next `sizedRows`; a page exceeds `pageBytes` by less than one row. */
const pageEnds = async (trx: Knex.Transaction, run: string, behind: number): Promise<number[]> => {
  const { rows } = await trx.raw(
    `select max(row) as end from (
       select row, sum(bytes) over (order by row) / :pageBytes as page from (
         select row, coalesce(octet_length(cells::text), 0) as bytes from rows
         where run = :run and status = 'failed' and row > :behind order by row limit :sizedRows) sized) paged
     group by page order by page`,
    { run, behind, sizedRows, pageBytes },
  )
  return rows.map(({ end }: { end: number }) => end)
}
