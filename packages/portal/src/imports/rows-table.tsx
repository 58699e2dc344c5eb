import type { ImportRow } from '@guidebook/client'
import { Text } from '@mantine/core'
import { useMemo } from 'react'
import { useAccount } from '../api/account.tsx'
import { useTexts } from '../i18n/texts.tsx'
import { StateBadge } from '../ui/badge.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { TextLink } from '../ui/links.tsx'
import { rowStatusText, rowTone } from './states.ts'

interface Props {
  rows: readonly ImportRow[]
  more?: (() => void) | undefined
  loadingMore?: boolean
}

export function RowsTable({ rows, more, loadingMore = false }: Props) {
  const t = useTexts()
  const { account } = useAccount()
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
          link === null || downloadCode === null ? (
            (downloadCode ?? '–')
          ) : (
            <TextLink to="/o/$oid/releases/$code" params={{ oid: account.oid, code: String(downloadCode) }} size="sm">
              {downloadCode}
            </TextLink>
          ),
      },
      {
        id: 'reasons',
        header: t.reasons,
        cell: ({ errors }) =>
          errors.length === 0
            ? '–'
            : errors.map(({ column, message }) => (
                <Text key={`${column} ${message}`} size="sm" dir="auto">
                  {column !== null && <strong>{column}: </strong>}
                  {message}
                </Text>
              )),
      },
    ],
    [t, account.oid],
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
