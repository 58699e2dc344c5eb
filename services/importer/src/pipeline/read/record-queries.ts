import type { ImportRow } from '@guidebook/contracts'
import type { Knex } from 'knex'
import type { Explanation } from '../../explanation.ts'
import type { RowError } from '../../row/row-errors.ts'
import type { RunRow } from '../../run/queries.ts'

export interface RecordedRow {
  row: number
  status: ImportRow['status']
  /** Id of the row's command; `null` for a row that is decided already. */
  command: string | null
  request: object | null
  downloadCode: number | null
  link: string | null
  cells: readonly string[]
  errors: readonly RowError[]
}

const statuses = ['pending', 'created', 'changed', 'unchanged', 'failed'] as const

/** JSON columns are passed as text. Cells are stored for rows that the report may have to return. */
const recordSql = `
with going as (
  select id from runs where id = :run and state = 'processing' and not read_completely for update
), new as (
  insert into rows (run, row, status, command, request, download_code, link, cells, errors)
  select going.id, r.* from going, unnest(
    :rows::integer[], :statuses::text[], :commands::uuid[], :requests::json[], :codes::bigint[], :links::text[],
    :cells::json[], :errors::json[]) as r
  on conflict (run, row) do nothing
  returning status
)
update runs set recorded_row = greatest(recorded_row, :last), ${statuses.map((status) => `${status} = ${status} + n.${status}s`).join(', ')}
from going, (select ${statuses.map((status) => `count(*) filter (where status = '${status}') as ${status}s`).join(', ')} from new) n
where runs.id = going.id
returning runs.id`

export const createRecordQueries = (knex: Knex) => ({
  /** Records rows in order; recorded rows stay unchanged. `false` when the run has ended meanwhile. */
  async record(run: string, recorded: readonly RecordedRow[]): Promise<boolean> {
    const { rows } = await knex.raw(recordSql, {
      run,
      last: recorded.at(-1)?.row ?? 0,
      rows: recorded.map(({ row }) => row),
      statuses: recorded.map(({ status }) => status),
      commands: recorded.map(({ command }) => command),
      requests: recorded.map(({ request }) => request && JSON.stringify(request)),
      codes: recorded.map(({ downloadCode }) => downloadCode),
      links: recorded.map(({ link }) => link),
      cells: recorded.map(({ status, cells }) =>
        status === 'pending' || status === 'failed' ? JSON.stringify(cells) : null,
      ),
      errors: recorded.map(({ errors }) => JSON.stringify(errors)),
    })
    return rows.length > 0
  },

  /** Download codes that earlier rows of a test would have created. */
  async createdCodes(run: string): Promise<Set<number>> {
    const codes: number[] = await knex('rows').where({ run, status: 'created' }).pluck('download_code')
    return new Set(codes.map(Number))
  },

  async describe(run: string, dialect: NonNullable<RunRow['dialect']>, header: readonly string[]): Promise<void> {
    await knex('runs')
      .where({ id: run })
      .update({ dialect: JSON.stringify(dialect), header: JSON.stringify(header) })
  },

  /** Ends the reading of the run: at the end of the file, or because the rest is unreadable. */
  async endReading(run: string, explanation: Explanation | null): Promise<void> {
    await knex('runs')
      .where({ id: run })
      .update({
        read_completely: true,
        explanation: explanation && JSON.stringify(explanation),
        attempts: 0,
        retry_at: null,
      })
  },

  /** Defers the reading of the run after a failed attempt. */
  async defer(run: string, retryAt: Date): Promise<void> {
    await knex('runs')
      .where({ id: run })
      .update({ attempts: knex.raw('attempts + 1'), retry_at: retryAt })
  },
})
