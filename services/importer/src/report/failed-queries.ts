import type { Knex } from 'knex'
import type { StoredRowError } from '../row/row-errors.ts'

export interface FailedRow {
  row: number
  /** `null` when the cell is unreadable. */
  downloadCode: number | null
  /** `null` after their retention time. */
  cells: string[] | null
  errors: StoredRowError[]
}

const page = 1_000
const columns = ['row', 'download_code as downloadCode', 'cells', 'errors']

/** Pages of the failed rows of a run, in order. */
export async function* failedRows(trx: Knex.Transaction, run: string): AsyncGenerator<FailedRow[]> {
  for (let behind = 0; ; ) {
    const rows: FailedRow[] = await trx('rows')
      .where({ run, status: 'failed' })
      .where('row', '>', behind)
      .orderBy('row')
      .limit(page)
      .select(columns)
    if (rows.length > 0) yield rows
    if (rows.length < page) return
    behind = rows.at(-1)?.row ?? behind
  }
}

export const firstFailedRows = async (trx: Knex.Transaction, run: string, limit: number): Promise<FailedRow[]> =>
  await trx('rows').where({ run, status: 'failed' }).orderBy('row').limit(limit).select(columns)
