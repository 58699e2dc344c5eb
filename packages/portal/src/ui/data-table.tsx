/** A table that becomes a list of cards on a narrow screen. The explicit roles keep it a table for screen readers in both layouts. */
import { Group, Text } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import { useTexts } from '../i18n/texts.tsx'
import classes from './data-table.module.css'
import { LoadingButton } from './loading-button.tsx'

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

/** Check boxes in front of the rows. */
export interface Selection<Row> {
  /** Keys of rows. */
  selected: ReadonlySet<string>
  onChange: (selected: ReadonlySet<string>) => void
  isSelectable: (row: Row) => boolean
  nameOf: (row: Row) => string
}

interface DataTableProps<Row> {
  label: string
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => string
  /** Loads the next page; absent on the last one. */
  more?: (() => void) | undefined
  loadingMore?: boolean
  selection?: Selection<Row> | undefined
}

/** The text of a cell without a value. Cards omit such cells. */
const nothing = '–'

export function DataTable<Row>({ label, rows, columns, rowKey, more, loadingMore, selection }: DataTableProps<Row>) {
  const t = useTexts()
  const status = useRef<HTMLParagraphElement>(null)
  return (
    <div>
      {/* biome-ignore-start lint/a11y/noRedundantRoles: see above */}
      <table className={classes.table} aria-label={label} role="table">
        <thead role="rowgroup">
          <tr role="row">
            {selection && (
              <th role="columnheader" scope="col">
                <SelectAll {...selection} rows={rows} rowKey={rowKey} />
              </th>
            )}
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
              {selection && (
                <td role="cell" data-select="true">
                  {selection.isSelectable(row) && <SelectRow {...selection} row={row} rowKey={rowKey} />}
                </td>
              )}
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
        <Text ref={status} size="sm" c="dimmed" role="status" tabIndex={-1}>
          {more === undefined ? t.rowsAll({ n: rows.length }) : t.rowsShown({ n: rows.length })}
        </Text>
        {more !== undefined && (
          <LoadingButton variant="default" size="sm" onClick={more} loading={loadingMore ?? false} next={status}>
            {t.showMore}
          </LoadingButton>
        )}
      </Group>
    </div>
  )
}

function SelectAll<Row>({
  selected,
  onChange,
  isSelectable,
  rows,
  rowKey,
}: Selection<Row> & Pick<DataTableProps<Row>, 'rows' | 'rowKey'>) {
  const t = useTexts()
  const keys = rows.filter(isSelectable).map(rowKey)
  const count = keys.filter((key) => selected.has(key)).length
  return (
    <input
      type="checkbox"
      aria-label={t.selectAll}
      className={classes.select}
      checked={count > 0 && count === keys.length}
      disabled={keys.length === 0}
      ref={(box) => {
        if (box !== null) box.indeterminate = count > 0 && count < keys.length
      }}
      onChange={(event) => onChange(new Set(event.currentTarget.checked ? keys : []))}
    />
  )
}

function SelectRow<Row>({
  selected,
  onChange,
  nameOf,
  row,
  rowKey,
}: Selection<Row> & Pick<DataTableProps<Row>, 'rowKey'> & { row: Row }) {
  const t = useTexts()
  const key = rowKey(row)
  const toggle = () => {
    const changed = new Set(selected)
    if (!changed.delete(key)) changed.add(key)
    onChange(changed)
  }
  return (
    <input
      type="checkbox"
      aria-label={t.selectEntry({ name: nameOf(row) })}
      className={classes.select}
      checked={selected.has(key)}
      onChange={toggle}
    />
  )
}
