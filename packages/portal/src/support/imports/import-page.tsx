import type { ImportRow } from '@guidebook/client'
import { Alert, Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useFormats, useTexts } from '../../i18n/texts.tsx'
import { RowsTable } from '../../imports/rows-table.tsx'
import { countsText, runStateText, runTone } from '../../imports/states.ts'
import { ConfirmButton, notify } from '../../ui/actions.tsx'
import { StateBadge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Page } from '../../ui/page.tsx'
import { LoadedRows } from '../../ui/paged-table.tsx'
import { usePages } from '../../ui/query.ts'
import { Empty, Loaded } from '../../ui/states.tsx'
import { call, mailAddress } from '../api/call.ts'
import { useSupportTexts } from '../i18n.tsx'
import { PageLink, paths, whyLink } from '../links.tsx'

export function SupportImportPage() {
  const t = useTexts()
  const s = useSupportTexts()
  const formats = useFormats()
  const queries = useQueryClient()
  const { run = '' } = useParams({ strict: false }) as { run?: string }
  const key = ['import', run]
  const query = useQuery({
    queryKey: key,
    queryFn: () => call('inspectImport', { params: { run }, query: { limit: 1 } }),
    refetchInterval: ({ state }) => (state.data?.state === 'processing' ? 3_000 : false),
  })
  const release = async () => {
    await call('releaseImport', { params: { run } })
    notify(s.releasedMail)
    await queries.invalidateQueries({ queryKey: key })
  }
  return (
    <Loaded query={query}>
      {(data) => (
        <Page
          title={data.fileName ?? data.subject ?? t.importRun}
          back={
            <PageLink to={paths.imports} size="sm">
              ← {t.imports}
            </PageLink>
          }
          lead={<StateBadge tone={runTone[data.state]}>{runStateText(data.state, t)}</StateBadge>}
          actions={
            <>
              <Button
                component="a"
                href={mailAddress(run)}
                download={`${run}.eml`}
                variant="default"
                leftSection={<Icon name="download" />}
              >
                {s.downloadMail}
              </Button>
              {data.state === 'quarantined' && (
                <ConfirmButton
                  label={s.releaseMail}
                  icon="check"
                  title={s.releaseMail}
                  confirmLabel={s.releaseMail}
                  danger={false}
                  act={release}
                >
                  {s.releaseMailText({ sender: data.sender ?? '–' })}
                </ConfirmButton>
              )}
            </>
          }
        >
          {data.reason !== null && (
            <Alert
              color="orange"
              icon={<Icon name="warning" />}
              title={data.state === 'quarantined' ? t.quarantineText : t.reason}
            >
              {data.reason}
            </Alert>
          )}
          <Card title={t.about}>
            <Facts
              facts={[
                [t.sender, data.sender ?? '–'],
                [t.subject, data.subject ?? '–'],
                [t.received, formats.instant(data.receivedAt)],
                [t.rows, countsText(data.counts, t, formats)],
                [
                  t.account,
                  data.account === null ? (
                    '–'
                  ) : (
                    <PageLink key="account" to={paths.account(data.account)} size="sm">
                      {data.account}
                    </PageLink>
                  ),
                ],
              ]}
            />
          </Card>
          <Rows run={run} />
        </Page>
      )}
    </Loaded>
  )
}

function Rows({ run }: { run: string }) {
  const t = useTexts()
  const pages = usePages<ImportRow>(['import', run, 'rows'], (cursor) => ({
    page: async () => {
      const query = { limit: 100, ...(cursor !== undefined && { cursor }) }
      const { rows, nextCursor } = await call('inspectImport', { params: { run }, query })
      return { items: rows, nextCursor }
    },
  }))
  return (
    <Card title={t.rows}>
      <LoadedRows pages={pages} empty={<Empty compact icon="imports" title={t.noMatch} />}>
        {(rows) => <RowsTable rows={rows} more={pages.more} loadingMore={pages.loadingMore} releaseLink={whyLink} />}
      </LoadedRows>
    </Card>
  )
}
