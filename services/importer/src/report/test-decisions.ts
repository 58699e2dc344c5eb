import type { Knex } from 'knex'

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
