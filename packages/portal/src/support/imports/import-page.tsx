import type { ImportRow, ImportRun } from '@guidebook/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useLanguage } from '../../i18n/texts.tsx'
import { RowsTable } from '../../imports/rows-table.tsx'
import { RunFacts, RunState, runName } from '../../imports/run.tsx'
import { notify, SaveButton } from '../../ui/actions.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { LoadedPage, Page } from '../../ui/page.tsx'
import { LoadedRows } from '../../ui/paged-table.tsx'
import { usePages } from '../../ui/query.ts'
import { Empty } from '../../ui/states.tsx'
import { call, downloadMail } from '../api/call.ts'
import { useSupportTexts } from '../i18n.tsx'
import { PageLink, paths, whyLink } from '../links.tsx'

export function SupportImportPage() {
  const { t, language } = useLanguage()
  const s = useSupportTexts()
  const queries = useQueryClient()
  const { run = '' } = useParams({ strict: false }) as { run?: string }
  const key = ['import', run, language]
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
    <LoadedPage query={query}>
      {(data) => (
        <Page
          title={runName(data, t)}
          back={
            <PageLink to={paths.imports} size="sm">
              ← {t.imports}
            </PageLink>
          }
          lead={<RunState run={data} />}
          actions={
            <>
              {/* An uploaded file has no mail. */}
              {!data.uploadedBy && (
                <SaveButton label={s.downloadMail} name={`${run}.eml`} fetchFile={() => downloadMail(run)} />
              )}
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
          <RunFacts
            run={data}
            more={[
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
          {/* Rows get their outcomes while the run is processed: another state reads them again. */}
          {data.state !== 'quarantined' && <Rows key={data.state} run={run} state={data.state} />}
        </Page>
      )}
    </LoadedPage>
  )
}

function Rows({ run, state }: { run: string; state: ImportRun['state'] }) {
  const { t, language } = useLanguage()
  const pages = usePages<ImportRow>(['import', run, 'rows', state, language], (cursor) => ({
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
