import type { ImportRun } from '@guidebook/client'
import { Select } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useAccount } from '../api/account.tsx'
import { useFormats, useTexts } from '../i18n/texts.tsx'
import { Icon } from '../ui/icon.tsx'
import { ButtonLink } from '../ui/links.tsx'
import { Page } from '../ui/page.tsx'
import { PagedTable } from '../ui/paged-table.tsx'
import { usePages } from '../ui/query.ts'
import { Empty } from '../ui/states.tsx'
import { useRunLink } from './links.tsx'
import { runColumns } from './run.tsx'
import { runStates, runStateText } from './states.ts'

const route = getRouteApi('/o/$oid/imports')

export function ImportsPage() {
  const t = useTexts()
  const { state } = route.useSearch()
  const navigate = route.useNavigate()
  const { account, client, may } = useAccount()
  const filter = state === undefined ? {} : { state }
  const pages = usePages<ImportRun>(
    [account.id, 'imports', filter],
    (cursor) => client.account.imports.list({ ...filter, ...(cursor !== undefined && { cursor }) }),
    { isUnfinished: (run) => run.state === 'processing' },
  )
  const tryFile = may('office') && (
    <ButtonLink to="/o/$oid/imports/try" params={{ oid: account.oid }} leftSection={<Icon name="plus" />}>
      {t.tryFile}
    </ButtonLink>
  )
  const configuration = (
    <ButtonLink to="/o/$oid/imports/configuration" params={{ oid: account.oid }} variant="default">
      {t.importConfiguration}
    </ButtonLink>
  )
  return (
    <Page
      title={t.imports}
      lead={t.importsLead}
      actions={
        <>
          {configuration}
          {tryFile}
        </>
      }
    >
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
        columns={runColumns(t, useFormats(), useRunLink())}
        rowKey={({ id }) => id}
        empty={
          <Empty
            icon="imports"
            title={state === undefined ? t.noImports : t.noMatch}
            action={state === undefined && tryFile}
          >
            {state === undefined ? t.noImportsText : t.noMatchText}
          </Empty>
        }
      />
    </Page>
  )
}
