import { ApiError } from '@guidebook/client'
import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type FormEvent, useMemo } from 'react'
import { useFormats, useTexts } from '../../i18n/texts.tsx'
import { actorText } from '../../ui/actor.ts'
import { StateBadge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { Page } from '../../ui/page.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { useFollowedText } from '../../ui/use-followed-text.ts'
import { type AnswerOf, call } from '../api/call.ts'
import { useSupportTexts } from '../i18n.tsx'
import { IdLink, paths, useGo } from '../links.tsx'
import { Unreachable } from './dead-letters-page.tsx'

type Trace = AnswerOf<'findRequest'>
type Entry = Trace['requests'][number]
type Audit = Trace['audit'][number]

export function RequestsPage() {
  const t = useTexts()
  const s = useSupportTexts()
  const go = useGo()
  const { id } = useParams({ strict: false }) as { id?: string }
  const [typed, setTyped] = useFollowedText(id ?? '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const asked = typed.trim()
    if (asked !== '') void go(paths.request(asked))
  }
  return (
    <Page title={s.requests} lead={s.requestsLead}>
      <form onSubmit={submit}>
        <Group align="flex-end" gap="xs">
          <TextInput
            label={s.requestId}
            required
            maxLength={128}
            flex="1 1 16rem"
            maw={420}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Button type="submit">{t.search}</Button>
        </Group>
      </form>
      {id !== undefined && <Found key={id} id={id} />}
    </Page>
  )
}

function Found({ id }: { id: string }) {
  const s = useSupportTexts()
  const query = useQuery({
    queryKey: ['request', id],
    queryFn: () => call('findRequest', { params: { request_id: id } }),
  })
  if (query.error instanceof ApiError && query.error.status === 404)
    return (
      <Empty icon="search" title={s.noRecords}>
        {s.noRecordsText}
      </Empty>
    )
  return (
    <Loaded query={query}>
      {({ requests, audit, unreachable }) => (
        <Stack gap="lg">
          <Unreachable services={unreachable} />
          {requests.length > 0 && (
            <Card title={s.requests}>
              <RequestsTable requests={requests} />
            </Card>
          )}
          {audit.length > 0 && <AuditCard audit={audit} />}
        </Stack>
      )}
    </Loaded>
  )
}

export function RequestsTable({ requests }: { requests: readonly Entry[] }) {
  const t = useTexts()
  const s = useSupportTexts()
  const formats = useFormats()
  const columns = useMemo(
    (): Column<Entry>[] => [
      {
        id: 'operation',
        primary: true,
        header: s.operation,
        cell: ({ method, path }) => (
          <code>
            {method} {path}
          </code>
        ),
      },
      {
        id: 'status',
        header: s.result,
        cell: ({ status }) => <StateBadge tone={status < 400 ? 'good' : 'bad'}>{status}</StateBadge>,
      },
      {
        id: 'error',
        compact: true,
        header: s.error,
        cell: ({ error }) => (error === null ? '–' : <code>{error}</code>),
      },
      {
        id: 'fields',
        header: t.fields,
        cell: ({ faults }) => faults.map(({ pointer, code }) => `${pointer} ${code}`).join(', ') || '–',
      },
      {
        id: 'person',
        compact: true,
        header: s.by,
        cell: ({ person, keyPrefix }) => person ?? (keyPrefix === null ? '–' : `${keyPrefix}…`),
      },
      {
        id: 'account',
        compact: true,
        header: t.account,
        cell: ({ account }) => (account === null ? '–' : <IdLink to={paths.account(account)} id={account} />),
      },
      { id: 'at', header: t.created, cell: ({ at }) => formats.instant(at) },
    ],
    [t, s, formats],
  )
  return (
    <DataTable
      label={s.requests}
      rows={requests}
      columns={columns}
      rowKey={({ at, method, operation }) => `${at} ${method} ${operation}`}
    />
  )
}

function AuditCard({ audit }: { audit: readonly Audit[] }) {
  const t = useTexts()
  const s = useSupportTexts()
  const formats = useFormats()
  const columns = useMemo(
    (): Column<Audit>[] => [
      {
        id: 'message',
        primary: true,
        header: s.facts,
        cell: ({ entry: { message } }) => (
          <Text size="sm" dir="auto">
            {message}
          </Text>
        ),
      },
      { id: 'by', header: s.by, cell: ({ entry: { actor } }) => <span dir="auto">{actorText(actor, t)}</span> },
      { id: 'at', header: t.created, cell: ({ entry: { at } }) => formats.instant(at) },
    ],
    [t, s, formats],
  )
  return (
    <Card title={t.timeline}>
      <DataTable
        label={t.timeline}
        rows={audit}
        columns={columns}
        rowKey={({ release, entry: { at, message } }) => `${release} ${at} ${message}`}
      />
    </Card>
  )
}
