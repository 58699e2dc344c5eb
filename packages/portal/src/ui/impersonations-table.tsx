/** When support opened the portal of an account. The account and support see the same list. */
import type { Impersonation } from '@guidebook/client'
import { useMemo } from 'react'
import { useFormats, useTexts } from '../i18n/texts.tsx'
import type { Column } from './data-table.tsx'
import { PagedTable } from './paged-table.tsx'
import type { usePages } from './query.ts'
import { roleText } from './roles.ts'
import { Empty } from './states.tsx'

export function ImpersonationsTable({ pages }: { pages: ReturnType<typeof usePages<Impersonation>> }) {
  const t = useTexts()
  const formats = useFormats()
  const columns = useMemo(
    (): Column<Impersonation>[] => [
      { id: 'reason', primary: true, header: t.reason, cell: ({ reason }) => <span dir="auto">{reason}</span> },
      { id: 'by', header: t.person, cell: ({ by }) => by.replace(/^support:/, '') },
      { id: 'role', header: t.role, cell: ({ role }) => roleText(role, t) },
      {
        id: 'from',
        header: t.since,
        cell: ({ createdAt, openedAt }) =>
          openedAt === null ? `${formats.instant(createdAt)} (${t.notOpened})` : formats.instant(openedAt),
      },
      { id: 'to', header: t.until, cell: ({ endsAt }) => (endsAt === null ? '–' : formats.instant(endsAt)) },
    ],
    [t, formats],
  )
  return (
    <PagedTable
      pages={pages}
      label={t.impersonations}
      columns={columns}
      rowKey={({ id }) => id}
      empty={<Empty compact icon="people" title={t.noImpersonations} />}
    />
  )
}
