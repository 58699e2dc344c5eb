import type { ImportRow } from '@guidebook/client'
import { Text } from '@mantine/core'
import { type ReactNode, useMemo } from 'react'
import { useTexts } from '../i18n/texts.tsx'
import { StateBadge } from '../ui/badge.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { rowStatusText, rowTone } from './states.ts'

interface Props {
  rows: readonly ImportRow[]
  more?: (() => void) | undefined
  loadingMore?: boolean
  /** The link to the release of a code. Stable. */
  releaseLink: (code: number) => ReactNode
}

export function RowsTable({ rows, more, loadingMore = false, releaseLink }: Props) {
  const t = useTexts()
  const columns = useMemo(
    (): Column<ImportRow>[] => [
      { id: 'row', header: t.row, cell: ({ row }) => String(row), align: 'end' },
      {
        id: 'status',
        header: t.state,
        cell: ({ status }) => <StateBadge tone={rowTone[status]}>{rowStatusText(status, t)}</StateBadge>,
      },
      {
        id: 'code',
        header: t.code,
        cell: ({ downloadCode, link }) =>
          link === null || downloadCode === null ? (downloadCode ?? '–') : releaseLink(downloadCode),
      },
      {
        id: 'reasons',
        header: t.reasons,
        cell: ({ errors }) =>
          errors.length === 0 ? (
            '–'
          ) : (
            <div>
              {errors.map(({ column, message }) => (
                <Text key={`${column} ${message}`} size="sm" dir="auto">
                  {column !== null && <strong>{t.labelled({ label: column, value: '' })}</strong>}
                  {message}
                </Text>
              ))}
            </div>
          ),
      },
    ],
    [t, releaseLink],
  )
  return (
    <DataTable
      label={t.rows}
      rows={rows}
      columns={columns}
      rowKey={({ row }) => String(row)}
      more={more}
      loadingMore={loadingMore}
    />
  )
}
