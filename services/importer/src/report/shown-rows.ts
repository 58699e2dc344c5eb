import type { Knex } from 'knex'
import type { StoredRowError } from '../row/row-errors.ts'

export interface FailedRow {
  row: number
  /** `null` when the cell is unreadable. */
  downloadCode: number | null
  errors: StoredRowError[]
}

/** The first failed rows of a run, in order. */
export const firstFailedRows = async (trx: Knex.Transaction, run: string, limit: number): Promise<FailedRow[]> =>
  await trx('rows')
    .where({ run, status: 'failed' })
    .orderBy('row')
    .limit(limit)
    .select('row', 'download_code as downloadCode', 'errors')

/** A row of a test that would succeed. */
export interface DecidedRow {
  row: number
  downloadCode: number | null
  status: 'created' | 'changed' | 'unchanged'
}

/** The first rows of a test that would succeed, in order. */
export const rowsThatWouldSucceed = async (trx: Knex.Transaction, run: string, limit: number): Promise<DecidedRow[]> =>
  await trx('rows')
    .where({ run })
    .whereIn('status', ['created', 'changed', 'unchanged'])
    .orderBy('row')
    .limit(limit)
    .select('row', 'download_code as downloadCode', 'status')
