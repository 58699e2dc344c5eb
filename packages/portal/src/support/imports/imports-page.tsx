import type { ImportRun } from '@guidebook/client'
import { Group, Select, TextInput } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { useFormats, useTexts } from '../../i18n/texts.tsx'
import { runColumns } from '../../imports/run.tsx'
import { runStates, runStateText } from '../../imports/states.ts'
import type { Column } from '../../ui/data-table.tsx'
import { Page } from '../../ui/page.tsx'
import { PagedTable } from '../../ui/paged-table.tsx'
import { usePages } from '../../ui/query.ts'
import { Empty } from '../../ui/states.tsx'
import { useTypedText } from '../../ui/use-typed-text.ts'
import { call } from '../api/call.ts'
import { useSupportTexts } from '../i18n.tsx'
import { IdLink, paths, runLink, useGo } from '../links.tsx'

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
  const change = (changed: Filter) => {
    const merged = Object.entries({ ...filter, ...changed }).filter(([, value]) => value !== undefined && value !== '')
    void go(paths.imports, { search: Object.fromEntries(merged), replace: true })
  }
  const [typed, type] = useTypedText(sender ?? '', (text) => change({ sender: text }))
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
            onChange={(event) => type(event.currentTarget.value)}
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

/** The columns of the account's portal, and the account. */
export function useRunColumns(): Column<ImportRun>[] {
  const t = useTexts()
  return runColumns(t, useFormats(), runLink).toSpliced(-1, 0, {
    id: 'account',
    compact: true,
    header: t.account,
    cell: ({ account }) => (account === null ? '–' : <IdLink to={paths.account(account)} id={account} />),
  })
}
