/** A table that becomes a list of cards on a narrow screen. The explicit roles keep it a table for screen readers in both layouts. */
import { Button, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTexts } from '../i18n/texts.tsx'
import classes from './data-table.module.css'

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
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => string
  /** Loads the next page; absent on the last one. */
  more?: (() => void) | undefined
  loadingMore?: boolean
}

/** The text of a cell without a value. Cards omit such cells. */
const nothing = '–'

export function DataTable<Row>({ label, rows, columns, rowKey, more, loadingMore }: DataTableProps<Row>) {
  const t = useTexts()
  return (
    <div>
      {/* biome-ignore-start lint/a11y/noRedundantRoles: see above */}
      <table className={classes.table} aria-label={label} role="table">
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ id, header, align }) => (
              <th key={id} role="columnheader" scope="col" data-align={align}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr key={rowKey(row)} role="row">
              {columns.map(({ id, header, align, compact, primary, cell }) => {
                const content = cell(row)
                return (
                  <td
                    key={id}
                    role="cell"
                    data-label={header}
                    data-align={align}
                    data-compact={compact}
                    data-primary={primary}
                    data-empty={content === nothing || content === false || content === null}
                  >
                    {content}
                  </td>
                )
              })}
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
