/** Why travellers did not get a roadbook, by anything that a partner can name. */
import type { Diagnosis } from '@guidebook/client'
import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { Findings } from '../../diagnosis/findings.tsx'
import { type DiagnosisLinks, hasOrigin, Mails, Origin } from '../../diagnosis/origin.tsx'
import { Usage } from '../../diagnosis/usage.tsx'
import { useFormats, useLanguage, useTexts } from '../../i18n/texts.tsx'
import { linkIn } from '../../releases/search-text.ts'
import { Card } from '../../ui/card.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Page } from '../../ui/page.tsx'
import { Loaded } from '../../ui/states.tsx'
import { useFollowedText } from '../../ui/use-followed-text.ts'
import { call } from '../api/call.ts'
import { useSupportTexts } from '../i18n.tsx'
import { useRunColumns } from '../imports/imports-page.tsx'
import { PageLink, paths, runLink, useGo } from '../links.tsx'
import { RequestsTable } from '../system/requests-page.tsx'

export function WhyPage() {
  const s = useSupportTexts()
  const go = useGo()
  const { q } = useSearch({ strict: false }) as { q?: string }
  // A Trip Link is a secret, so it is never in the address of the page.
  const [secret, setSecret] = useState<string | null>(null)
  const asked = q ?? secret
  const [typed, setTyped] = useFollowedText(asked ?? '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const question = typed.trim()
    if (question === '') return
    const isSecret = linkIn(question) !== null || /^[\w-]{20,22}$/.test(question)
    setSecret(isSecret ? question : null)
    void go(paths.why, { search: isSecret ? {} : { q: question } })
  }
  return (
    <Page title={s.why} lead={s.whyLead}>
      <form onSubmit={submit}>
        <Group align="flex-end" gap="xs">
          <TextInput
            label={s.questionHint}
            required
            maxLength={512}
            flex="1 1 18rem"
            maw={520}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Button type="submit">{s.ask}</Button>
        </Group>
      </form>
      {asked !== null && <Answer key={asked} question={asked} />}
    </Page>
  )
}

function Answer({ question }: { question: string }) {
  const t = useTexts()
  const s = useSupportTexts()
  const { language } = useLanguage()
  const query = useQuery({
    queryKey: ['why', question, language],
    queryFn: () => call('diagnose', { query: { q: question, lang: language } }),
    gcTime: 0,
  })
  const runColumns = useRunColumns()
  return (
    <Loaded query={query}>
      {({ findings, requests, diagnoses, imports, mails }) => (
        <Stack gap="lg">
          <Findings findings={findings} />
          {requests.length > 0 && (
            <Card title={s.requests}>
              <RequestsTable requests={requests} />
            </Card>
          )}
          {diagnoses.map((diagnosis) => (
            <One key={diagnosis.release?.key ?? 'none'} diagnosis={diagnosis} />
          ))}
          {imports.length > 0 && (
            <Card title={t.imports}>
              <DataTable label={t.imports} rows={imports} columns={runColumns} rowKey={({ id }) => id} />
            </Card>
          )}
          {mails.length > 0 && (
            <Card title={t.mails}>
              <Mails mails={mails} />
            </Card>
          )}
        </Stack>
      )}
    </Loaded>
  )
}

const links: DiagnosisLinks = {
  run: runLink,
  request: (id) => (
    <PageLink to={paths.request(id)} size="xs">
      {id}
    </PageLink>
  ),
}

function One({ diagnosis }: { diagnosis: Diagnosis }) {
  const t = useTexts()
  const s = useSupportTexts()
  const formats = useFormats()
  const { release, findings } = diagnosis
  const account = ({ id, name, oid }: { id: string; name: string; oid: string }) => (
    <PageLink to={paths.account(id)} size="sm" dir="auto">
      {name} ({oid})
    </PageLink>
  )
  return (
    <Card title={release === null ? s.facts : release.title || String(release.downloadCode)}>
      <Stack>
        <Findings findings={findings} />
        {release !== null && (
          <Facts
            facts={[
              [t.code, String(release.downloadCode)],
              [t.operator, account(release.operator)],
              [t.reseller, release.seller === null ? '–' : account(release.seller)],
              [t.period, `${formats.days(release.period.start, release.period.end)} (${release.period.timeZone})`],
              [t.devices, `${formats.number(release.devices.registered)} / ${formats.number(release.devices.limit)}`],
            ]}
          />
        )}
        {release !== null && (
          <div>
            <Text fw={600} size="sm" mb={4}>
              {t.usage}
            </Text>
            <Usage usage={release.usage} />
          </div>
        )}
        {hasOrigin(diagnosis) && <Origin diagnosis={diagnosis} links={links} />}
      </Stack>
    </Card>
  )
}
