import type { ImportRun } from '@guidebook/client'
import { Select, Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useAccount } from '../api/account.tsx'
import { useFormats, useTexts } from '../i18n/texts.tsx'
import { StateBadge } from '../ui/badge.tsx'
import type { Column } from '../ui/data-table.tsx'
import { Icon } from '../ui/icon.tsx'
import { ButtonLink, TextLink } from '../ui/links.tsx'
import { Page } from '../ui/page.tsx'
import { PagedTable } from '../ui/paged-table.tsx'
import { usePages } from '../ui/query.ts'
import { Empty } from '../ui/states.tsx'
import { countsText, runStates, runStateText, runTone } from './states.ts'

const route = getRouteApi('/o/$oid/imports')

export function ImportsPage() {
  const t = useTexts()
  const { state } = route.useSearch()
  const navigate = route.useNavigate()
  const { account, client } = useAccount()
  const filter = state === undefined ? {} : { state }
  const pages = usePages<ImportRun>([account.id, 'imports', filter], (cursor) =>
    client.account.imports.list({ ...filter, ...(cursor !== undefined && { cursor }) }),
  )
  const columns = useColumns(account.oid)
  const tryFile = (
    <ButtonLink to="/o/$oid/imports/try" params={{ oid: account.oid }} leftSection={<Icon name="plus" />}>
      {t.tryFile}
    </ButtonLink>
  )
  return (
    <Page title={t.imports} lead={t.importsLead} actions={tryFile}>
      <Select
        label={t.state}
        placeholder={t.all}
        clearable
        clearButtonProps={{ 'aria-label': t.clear }}
        maw={260}
        className="no-print"
        data={runStates.map((value) => ({ value, label: runStateText(value, t) }))}
        value={state ?? null}
        onChange={(value) => {
          const chosen = runStates.find((one) => one === value)
          void navigate({ search: chosen === undefined ? {} : { state: chosen }, replace: true })
        }}
      />
      <PagedTable
        pages={pages}
        label={t.imports}
        columns={columns}
        rowKey={({ id }) => id}
        empty={
          <Empty icon="imports" title={state === undefined ? t.noImports : t.noMatch}>
            {state === undefined ? t.noImportsText : t.noMatchText}
          </Empty>
        }
      />
    </Page>
  )
}

function useColumns(oid: string): Column<ImportRun>[] {
  const t = useTexts()
  const formats = useFormats()
  return useMemo(
    () => [
      {
        id: 'file',
        primary: true,
        header: t.file,
        cell: ({ id, fileName, subject, test }) => (
          <>
            <TextLink to="/o/$oid/imports/$run" params={{ oid, run: id }} size="sm" fw={500} dir="auto">
              {fileName ?? subject ?? t.importRun}
            </TextLink>
            {test && (
              <Text size="xs" c="dimmed">
                {t.testRun}
              </Text>
            )}
          </>
        ),
      },
      {
        id: 'state',
        compact: true,
        header: t.state,
        cell: ({ state }) => <StateBadge tone={runTone[state]}>{runStateText(state, t)}</StateBadge>,
      },
      { id: 'rows', header: t.rows, cell: ({ counts }) => countsText(counts, t, formats) },
      { id: 'sender', header: t.sender, cell: ({ sender }) => <span dir="auto">{sender ?? '–'}</span> },
      { id: 'received', compact: true, header: t.received, cell: ({ receivedAt }) => formats.instant(receivedAt) },
    ],
    [t, formats, oid],
  )
}
