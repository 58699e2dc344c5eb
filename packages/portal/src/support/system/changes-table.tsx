import type { SupportTexts } from '@guidebook/messages/support'
import { Text } from '@mantine/core'
import { useMemo } from 'react'
import { useFormats, useTexts } from '../../i18n/texts.tsx'
import { StateBadge } from '../../ui/badge.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { PagedTable } from '../../ui/paged-table.tsx'
import { usePages } from '../../ui/query.ts'
import { Empty } from '../../ui/states.tsx'
import { type AnswerOf, call } from '../api/call.ts'
import { useSupportTexts } from '../i18n.tsx'
import { IdLink, paths } from '../links.tsx'
import { operationText, parameterTexts } from './action-texts.ts'

type Action = AnswerOf<'listAdminActions'>['items'][number]

/** The log of support's changes, of one account or of all. */
export function ChangesTable({ account }: { account?: string }) {
  const t = useTexts()
  const s = useSupportTexts()
  const formats = useFormats()
  const pages = usePages<Action>(['changes', account], (cursor) => ({
    page: () =>
      call('listAdminActions', {
        query: { ...(account !== undefined && { account }), ...(cursor !== undefined && { cursor }) },
      }),
  }))
  const columns = useMemo(
    (): Column<Action>[] => [
      { id: 'operation', primary: true, header: s.operation, cell: ({ operation }) => operationText(operation, s) },
      { id: 'by', compact: true, header: s.by, cell: ({ actor }) => actor.replace(/^support:/, '') },
      ...(account === undefined
        ? [
            {
              id: 'account',
              compact: true as const,
              header: t.account,
              cell: ({ account: id }: Action) => (id === null ? '–' : <IdLink to={paths.account(id)} id={id} />),
            },
          ]
        : []),
      {
        id: 'result',
        header: s.result,
        cell: ({ status }) =>
          status === null ? '–' : <StateBadge tone={status < 400 ? 'good' : 'bad'}>{resultText(status, s)}</StateBadge>,
      },
      {
        id: 'parameters',
        header: s.facts,
        cell: ({ parameters }) => {
          const texts = parameterTexts(parameters, t, s)
          return texts.length === 0 ? '–' : <Text size="xs">{texts.join(', ')}</Text>
        },
      },
      { id: 'at', header: s.at, cell: ({ at }) => formats.instant(at) },
      {
        id: 'request',
        compact: true,
        header: t.request,
        cell: ({ requestId }) => <IdLink to={paths.request(requestId)} id={requestId} />,
      },
    ],
    [t, s, formats, account],
  )
  return (
    <PagedTable
      pages={pages}
      label={s.changes}
      columns={columns}
      rowKey={({ id }) => id}
      empty={<Empty icon="clock" title={s.noChanges} />}
    />
  )
}

function resultText(status: number, s: SupportTexts): string {
  if (status < 400) return s.resultDone
  return (status < 500 ? s.resultRefused : s.resultFailed)({ status: String(status) })
}
