import type { ImportRun } from '@guidebook/client'
import { Group, Select, Text, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useFormats, useTexts } from '../../i18n/texts.tsx'
import { countsText, runStates, runStateText, runTone } from '../../imports/states.ts'
import { StateBadge } from '../../ui/badge.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { Page } from '../../ui/page.tsx'
import { PagedTable } from '../../ui/paged-table.tsx'
import { usePages } from '../../ui/query.ts'
import { Empty } from '../../ui/states.tsx'
import { call } from '../api/call.ts'
import { useSupportTexts } from '../i18n.tsx'
import { IdLink, PageLink, paths, useGo } from '../links.tsx'

interface Filter {
  state?: string
  sender?: string
}

export function SupportImportsPage() {
  const t = useTexts()
  const s = useSupportTexts()
  const go = useGo()
  const filter = useSearch({ strict: false }) as Filter
  const state = runStates.find((one) => one === filter.state)
  const { sender } = filter
  const [typed, setTyped] = useState(sender ?? '')
  const change = (changed: Filter) => {
    const merged = Object.entries({ ...filter, ...changed }).filter(([, value]) => value !== undefined && value !== '')
    void go(paths.imports, { search: Object.fromEntries(merged), replace: true })
  }
  const changeSender = useDebouncedCallback((text: string) => change({ sender: text.trim() }), 300)
  const pages = usePages<ImportRun>(['imports', state, sender], (cursor) => ({
    page: () =>
      call('findImports', {
        query: {
          ...(state !== undefined && { state }),
          ...(sender !== undefined && { sender }),
          ...(cursor !== undefined && { cursor }),
        },
      }),
  }))
  return (
    <Page title={t.imports} lead={s.importsLead}>
      <search>
        <Group align="flex-end">
          <Select
            label={t.state}
            placeholder={t.all}
            clearable
            clearButtonProps={{ 'aria-label': t.clear }}
            data={runStates.map((value) => ({ value, label: runStateText(value, t) }))}
            value={state ?? null}
            onChange={(value) => change({ state: value ?? '' })}
          />
          <TextInput
            type="search"
            label={t.sender}
            value={typed}
            onChange={(event) => {
              setTyped(event.currentTarget.value)
              changeSender(event.currentTarget.value)
            }}
          />
        </Group>
      </search>
      <PagedTable
        pages={pages}
        label={t.imports}
        columns={useRunColumns()}
        rowKey={({ id }) => id}
        empty={<Empty icon="imports" title={s.noImports} />}
      />
    </Page>
  )
}

export function useRunColumns(): Column<ImportRun>[] {
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
            <PageLink to={paths.import(id)} size="sm" fw={500} dir="auto">
              {fileName ?? subject ?? t.importRun}
            </PageLink>
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
        header: t.state,
        cell: ({ state }) => <StateBadge tone={runTone[state]}>{runStateText(state, t)}</StateBadge>,
      },
      { id: 'rows', header: t.rows, cell: ({ counts }) => countsText(counts, t, formats) },
      { id: 'sender', header: t.sender, cell: ({ sender }) => <span dir="auto">{sender ?? '–'}</span> },
      {
        id: 'account',
        header: t.account,
        cell: ({ account }) => (account === null ? '–' : <IdLink to={paths.account(account)} id={account} />),
      },
      { id: 'received', header: t.received, cell: ({ receivedAt }) => formats.instant(receivedAt) },
    ],
    [t, formats],
  )
}
