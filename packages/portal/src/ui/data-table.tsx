/** A table that becomes a list of cards on a narrow screen. The explicit roles keep it a table for screen readers in both layouts. */
import { Button, Group, Text } from '@mantine/core'
import { type ColumnDef, createColumnHelper, type RowData, tableFeatures, useTable } from '@tanstack/react-table'
import type { ReactNode } from 'react'
import { useTexts } from '../i18n/texts.tsx'
import classes from './data-table.module.css'

const features = tableFeatures({})
type Features = typeof features

export interface Column<Row> {
  id: string
  header: string
  cell: (row: Row) => ReactNode
  /** Numbers are aligned at their end. */
  align?: 'end'
  /** Days, states and other short texts: their words are not broken. */
  compact?: true
  /** The heading of the card on a narrow screen. */
  primary?: boolean
}

interface DataTableProps<Row> {
  label: string
  rows: readonly Row[]
  /** Stable: made with `useMemo`. */
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => string
  /** Loads the next page; absent on the last one. */
  more?: (() => void) | undefined
  loadingMore?: boolean
}

/** The text of a cell without a value. Cards omit such cells. */
const nothing = '–'

export function DataTable<Row extends RowData>({
  label,
  rows,
  columns,
  rowKey,
  more,
  loadingMore,
}: DataTableProps<Row>) {
  const t = useTexts()
  const table = useTable({ features, columns: definitionsOf(columns), data: rows, getRowId: rowKey })
  const byId = new Map(columns.map((column) => [column.id, column]))
  return (
    <div>
      {/* biome-ignore-start lint/a11y/noRedundantRoles: see above */}
      <table className={classes.table} aria-label={label} role="table">
        <thead role="rowgroup">
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id} role="row">
              {group.headers.map((header) => (
                <th key={header.id} role="columnheader" scope="col" data-align={byId.get(header.id)?.align}>
                  <table.FlexRender header={header} />
                </th>
              ))}
            </tr>
          ))}
        </thead>
        <tbody role="rowgroup">
          {table.getRowModel().rows.map((row) => (
            <tr key={row.id} role="row">
              {row.getAllCells().map((cell) => (
                <td
                  key={cell.id}
                  role="cell"
                  data-label={byId.get(cell.column.id)?.header}
                  data-align={byId.get(cell.column.id)?.align}
                  data-compact={byId.get(cell.column.id)?.compact}
                  data-primary={byId.get(cell.column.id)?.primary}
                  data-empty={byId.get(cell.column.id)?.cell(row.original) === nothing}
                >
                  <table.FlexRender cell={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {/* biome-ignore-end lint/a11y/noRedundantRoles: see above */}
      <Group justify="space-between" mt="sm" className={classes.foot}>
        <Text size="sm" c="dimmed" role="status">
          {more === undefined ? t.rowsAll({ n: rows.length }) : t.rowsShown({ n: rows.length })}
        </Text>
        {more !== undefined && (
          <Button variant="default" size="sm" onClick={more} loading={loadingMore ?? false}>
            {t.showMore}
          </Button>
        )}
      </Group>
    </div>
  )
}

function definitionsOf<Row extends RowData>(columns: readonly Column<Row>[]): ColumnDef<Features, Row>[] {
  const helper = createColumnHelper<Features, Row>()
  return columns.map(({ id, header, cell }) =>
    helper.display({ id, header, cell: ({ row }) => cell(row.original) }),
  ) as ColumnDef<Features, Row>[]
}
