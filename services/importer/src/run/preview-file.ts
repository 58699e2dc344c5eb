import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { type ImportConfiguration, type ImportPreview, previewedRows } from '@guidebook/contracts'
import type { Context } from '../context.ts'
import type { CsvRow } from '../csv/read-csv.ts'
import { refuseUnreadable } from '../csv/refuse-unreadable.ts'
import type { Explain } from '../explanation.ts'
import { configuredCells } from '../row/columns.ts'
import { decideRows } from '../row/decide-rows.ts'
import { openList } from '../row/open-list.ts'
import { type EarlierRows, type PreviewedRow, previewRows } from '../row/preview-rows.ts'
import { recognisedDates } from '../row/recognised-dates.ts'
import { rowBatches } from '../row/row-batches.ts'
import { withoutEarlierSuccesses } from './earlier-successes.ts'
import { presentErrors } from './present.ts'

/** Previews the first rows of a file without storing anything. Rejects an unreadable file, and one that lacks a column. */
export const previewFile = async (
  context: Context,
  account: string,
  configuration: ImportConfiguration,
  bytes: Uint8Array,
  explain: Explain,
): Promise<ImportPreview> =>
  refuseUnreadable(explain, async (deadline) => {
    const { file, columns: all } = await openList(configuration, bytes, deadline, explain)
    const { columns, select } = configuredCells(all)
    const dates = recognisedDates(configuration)
    // All rows are read before the first request, because the deadline is for reading alone.
    const first: CsvRow[] = await Readable.from(file.rows)
      .take(previewedRows + 1)
      .map((row: CsvRow) => ({ ...row, cells: select(row.cells) }))
      .toArray()
    const sent = { id: null, account, file_sha256: hash('sha256', bytes) }
    const rows: PreviewedRow[] = []
    const earlier: EarlierRows = new Map()
    for await (const batch of rowBatches(first.slice(0, previewedRows))) {
      const decided = await decideRows(context, account, configuration, columns, batch)
      dates.add(decided)
      const { knex } = context.database
      const { succeeded, others } = await withoutEarlierSuccesses(knex, sent, configuration, decided, rows)
      const previewed = await previewRows(context, configuration, others, earlier)
      rows.push(...[...succeeded, ...previewed].toSorted((one, other) => one.row - other.row))
    }
    return {
      dialect: { ...file.dialect, dateFormat: dates.stated() },
      rows: rows.map((row) => ({ ...row, errors: presentErrors(row.errors, explain) })),
      complete: first.length <= previewedRows,
    }
  })
