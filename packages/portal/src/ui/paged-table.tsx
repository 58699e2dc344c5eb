import type { ReactNode } from 'react'
import { type Column, DataTable, type Selection } from './data-table.tsx'
import type { usePages } from './query.ts'
import { Failure, Loading } from './states.tsx'

interface LoadedRowsProps<Row> {
  pages: ReturnType<typeof usePages<Row>>
  /** Shown when there are no rows. */
  empty: ReactNode
  children: (rows: readonly Row[]) => ReactNode
}

/** The rows of a list, or its loading, failure or emptiness. A failed reload is reported above the rows. */
export function LoadedRows<Row>({ pages: { rows, query }, empty, children }: LoadedRowsProps<Row>) {
  return (
    <>
      {query.isError && <Failure error={query.error} retry={() => query.refetch()} />}
      {rows === undefined ? query.isPending && <Loading /> : rows.length === 0 ? empty : children(rows)}
    </>
  )
}

interface PagedTableProps<Row> extends Omit<LoadedRowsProps<Row>, 'children'> {
  label: string
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => string
  selection?: Selection<Row> | undefined
}

export function PagedTable<Row>({ pages, empty, ...table }: PagedTableProps<Row>) {
  const { query, more, loadingMore } = pages
  return (
    <LoadedRows pages={pages} empty={empty}>
      {(rows) => (
        <div aria-busy={query.isPlaceholderData}>
          <DataTable {...table} rows={rows} more={more} loadingMore={loadingMore} />
        </div>
      )}
    </LoadedRows>
  )
}
