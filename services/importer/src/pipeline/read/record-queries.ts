import type { Knex } from 'knex'
import type { Explanation } from '../../explanation.ts'
import type { RowRow } from '../../generated/rows.ts'
import type { PreviewedRow } from '../../row/preview-rows.ts'

export interface RecordedRow extends PreviewedRow {
  /** Id of the row's command; `null` for a row that is decided already. */
  command: string | null
  request: object | null
  cells: readonly string[]
}

export const rowStatuses: readonly RowRow['status'][] = ['pending', 'created', 'changed', 'unchanged', 'failed']

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
update runs set recorded_row = greatest(recorded_row, :last), attempts = 0, ${rowStatuses.map((status) => `${status} = ${status} + n.${status}s`).join(', ')}
from going, (select ${rowStatuses.map((status) => `count(*) filter (where status = '${status}') as ${status}s`).join(', ')} from new) n
where runs.id = going.id
returning runs.id`

/** Records rows in order; recorded rows stay unchanged. Attempts count from here again. `false` when the run has ended meanwhile. */
export const recordRows = async (knex: Knex, run: string, recorded: readonly RecordedRow[]): Promise<boolean> => {
  const isReturned = ({ status }: RecordedRow) => status === 'pending' || status === 'failed'
  const { rows } = await knex.raw(recordSql, {
    run,
    last: recorded.at(-1)?.row ?? 0,
    rows: recorded.map(({ row }) => row),
    statuses: recorded.map(({ status }) => status),
    commands: recorded.map(({ command }) => command),
    requests: recorded.map(({ request }) => request && JSON.stringify(request)),
    codes: recorded.map(({ downloadCode }) => downloadCode),
    links: recorded.map(({ link }) => link),
    cells: recorded.map((row) => (isReturned(row) ? JSON.stringify(row.cells) : null)),
    errors: recorded.map(({ errors }) => JSON.stringify(errors)),
  })
  return rows.length > 0
}

/** Ends the reading of the run: at the end of the file, or because the rest is unreadable. */
export const endReading = async (knex: Knex, id: string, explanation: Explanation | null): Promise<void> => {
  const ended = { explanation: explanation && JSON.stringify(explanation), attempts: 0, retry_at: null }
  await knex('runs')
    .where({ id })
    .update({ read_completely: true, ...ended })
}
