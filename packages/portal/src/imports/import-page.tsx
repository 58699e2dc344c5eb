import type { ImportRow, ImportRunDetail } from '@guidebook/client'
import { Select } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useAccount } from '../api/account.tsx'
import { saveFile, toCsv } from '../api/csv.ts'
import { useLanguage, useTexts } from '../i18n/texts.tsx'
import { useNotifyFailure } from '../ui/actions.tsx'
import { Card } from '../ui/card.tsx'
import { Icon } from '../ui/icon.tsx'
import { TextLink } from '../ui/links.tsx'
import { LoadingButton } from '../ui/loading-button.tsx'
import { LoadedPage, Page } from '../ui/page.tsx'
import { LoadedRows } from '../ui/paged-table.tsx'
import { usePages } from '../ui/query.ts'
import { Empty } from '../ui/states.tsx'
import { useReleaseLink } from './links.tsx'
import { RowsTable } from './rows-table.tsx'
import { RunFacts, RunState, runName } from './run.tsx'
import { type RowStatus, rowStatuses, rowStatusText } from './states.ts'

const route = getRouteApi('/o/$oid/imports/$run')

export function ImportPage() {
  const { t, language } = useLanguage()
  const { run } = route.useParams()
  const { account, client } = useAccount()
  const query = useQuery({
    queryKey: [account.id, 'import', run, language],
    queryFn: () => client.account.imports.read({ run }, { limit: 1 }),
    refetchInterval: ({ state }) => (state.data?.state === 'processing' ? 3_000 : false),
  })
  return (
    <LoadedPage query={query}>
      {(data) => (
        <Page
          title={runName(data, t)}
          back={
            <TextLink to="/o/$oid/imports" params={{ oid: account.oid }} size="sm">
              ← {t.imports}
            </TextLink>
          }
          lead={<RunState run={data} />}
          actions={data.counts.failed > 0 && <FailedRowsButton run={run} />}
        >
          <RunFacts run={data} advice={t.quarantineAdvice} />
          {/* A file in quarantine is not read. Rows get their outcomes while the run is processed: another state reads them again. */}
          {data.state !== 'quarantined' && <Rows key={data.state} run={run} state={data.state} />}
        </Page>
      )}
    </LoadedPage>
  )
}

function Rows({ run, state }: { run: string; state: ImportRunDetail['state'] }) {
  const { t, language } = useLanguage()
  const { account, client } = useAccount()
  const [status, setStatus] = useState<RowStatus>()
  const releaseLink = useReleaseLink()
  const filter = status === undefined ? {} : { status }
  const pages = usePages<ImportRow>([account.id, 'import', run, state, status, language], (cursor) =>
    client.account.imports.rows({ run }, { ...filter, limit: 100, ...(cursor !== undefined && { cursor }) }),
  )
  return (
    <Card
      title={t.rows}
      actions={
        <Select
          size="xs"
          aria-label={t.state}
          placeholder={t.all}
          clearable
          clearButtonProps={{ 'aria-label': t.clear }}
          value={status ?? null}
          onChange={(value) => setStatus(rowStatuses.find((one) => one === value))}
          data={rowStatuses.map((value) => ({ value, label: rowStatusText(value, t) }))}
        />
      }
    >
      <LoadedRows pages={pages} empty={<Empty icon="imports" title={t.noMatch} />}>
        {(rows) => (
          <RowsTable rows={rows} more={pages.more} loadingMore={pages.loadingMore} releaseLink={releaseLink} />
        )}
      </LoadedRows>
    </Card>
  )
}

/** Number, code and reasons of each failed row. The report by mail contains the rows, ready to send again. */
function FailedRowsButton({ run }: { run: string }) {
  const t = useTexts()
  const { client } = useAccount()
  const notifyFailure = useNotifyFailure()
  const save = useMutation({
    mutationFn: async () => {
      const rows: ImportRow[] = []
      for await (const row of client.account.imports.rows({ run }, { status: 'failed', limit: 200 })) rows.push(row)
      const lines = rows.map(({ row, downloadCode, errors }) => [
        row,
        downloadCode,
        errors.map(({ column }) => column ?? '').join('; '),
        errors.map(({ message }) => message).join('; '),
      ])
      saveFile(
        `failed-${run}.csv`,
        new Blob([toCsv([['row', 'downloadCode', 'columns', 'reasons'], ...lines])], { type: 'text/csv' }),
      )
    },
    onError: notifyFailure,
  })
  return (
    <LoadingButton
      variant="default"
      leftSection={<Icon name="download" />}
      loading={save.isPending}
      onClick={() => save.mutate()}
    >
      {t.saveFailedRows}
    </LoadingButton>
  )
}
