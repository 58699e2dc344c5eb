/** The facts behind the findings: rows of files, refused requests, deliveries to the reseller, mails. Empty lists are omitted. */
import type { DiagnosedDelivery, DiagnosedRow, Diagnosis, RefusedRequest, SentMail } from '@guidebook/client'
import type { PortalTexts } from '@guidebook/messages/portal'
import { Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useMemo } from 'react'
import { placeText } from '../i18n/places.ts'
import { useFormats, useTexts } from '../i18n/texts.tsx'
import { RunFile, type RunLink } from '../imports/run.tsx'
import { rowStatusText, rowTone } from '../imports/states.ts'
import { StateBadge, type Tone } from '../ui/badge.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { answerText, deliveryStateText, deliveryTone } from '../ui/delivery-states.ts'

/** The pages of files and requests differ: the account's portal, or support's. */
export interface DiagnosisLinks {
  run: RunLink
  request: (id: string) => ReactNode
}

type Facts = Pick<Diagnosis, 'importRows' | 'refusedRequests' | 'webhook' | 'mails'>

export const hasOrigin = ({ importRows, refusedRequests, webhook, mails }: Facts): boolean =>
  importRows.length + refusedRequests.length + mails.length + (webhook?.deliveries.length ?? 0) > 0

export function Origin({ diagnosis, links }: { diagnosis: Facts; links: DiagnosisLinks }) {
  const t = useTexts()
  const { importRows, refusedRequests, webhook, mails } = diagnosis
  return (
    <Stack>
      {importRows.length > 0 && <CsvRows rows={importRows} links={links} />}
      {refusedRequests.length > 0 && <Refusals requests={refusedRequests} links={links} />}
      {webhook !== null && webhook.deliveries.length > 0 && <Deliveries deliveries={webhook.deliveries} />}
      {mails.length > 0 && (
        <Part title={t.mails}>
          <Mails mails={mails} />
        </Part>
      )}
    </Stack>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <Title order={3} size="h5" mb={4}>
        {title}
      </Title>
      {children}
    </div>
  )
}

const dash = '–'
const own = (text: string | null) => (text === null ? dash : <span dir="auto">{text}</span>)

function CsvRows({ rows, links }: { rows: readonly DiagnosedRow[]; links: DiagnosisLinks }) {
  const t = useTexts()
  const formats = useFormats()
  const columns = useMemo(
    (): Column<DiagnosedRow>[] => [
      {
        id: 'file',
        primary: true,
        header: t.file,
        cell: (row) => <RunFile id={row.run} file={row} link={links.run} />,
      },
      { id: 'row', header: t.row, cell: ({ row }) => String(row), align: 'end' },
      {
        id: 'state',
        header: t.state,
        cell: ({ status }) => <StateBadge tone={rowTone[status]}>{rowStatusText(status, t)}</StateBadge>,
      },
      {
        id: 'reasons',
        header: t.reasons,
        cell: ({ errors }) => own(errors.length === 0 ? null : errors.map(({ message }) => message).join(' ')),
      },
      { id: 'sender', header: t.sender, cell: ({ sender }) => own(sender) },
      { id: 'received', header: t.received, cell: ({ receivedAt }) => formats.instant(receivedAt) },
    ],
    [t, formats, links],
  )
  return (
    <Part title={t.csvRows}>
      <DataTable label={t.csvRows} rows={rows} columns={columns} rowKey={({ run, row }) => `${run} ${row}`} />
    </Part>
  )
}

function Refusals({ requests, links }: { requests: readonly RefusedRequest[]; links: DiagnosisLinks }) {
  const t = useTexts()
  const formats = useFormats()
  const columns = useMemo(
    (): Column<RefusedRequest>[] => [
      {
        id: 'error',
        primary: true,
        header: t.errorLabel,
        cell: ({ title, status }) => `${title} (${status})`,
      },
      {
        id: 'fields',
        header: t.fields,
        cell: ({ faults }) => own(faults.map(({ pointer }) => placeText(pointer, t, formats)).join(', ') || null),
      },
      { id: 'at', header: t.created, cell: ({ at }) => formats.instant(at) },
      { id: 'request', header: t.request, cell: ({ requestId }) => links.request(requestId) },
    ],
    [t, formats, links],
  )
  return (
    <Part title={t.refusedRequests}>
      <DataTable label={t.refusedRequests} rows={requests} columns={columns} rowKey={({ requestId }) => requestId} />
    </Part>
  )
}

function Deliveries({ deliveries }: { deliveries: readonly DiagnosedDelivery[] }) {
  const t = useTexts()
  const formats = useFormats()
  const columns = useMemo((): Column<DiagnosedDelivery>[] => {
    const at = (instant: string | null) => (instant === null ? dash : formats.instant(instant))
    return [
      {
        id: 'state',
        primary: true,
        header: t.state,
        cell: ({ state }) => <StateBadge tone={deliveryTone[state]}>{deliveryStateText(state, t)}</StateBadge>,
      },
      { id: 'attempts', header: t.attempts, cell: ({ attempts }) => formats.number(attempts), align: 'end' },
      {
        id: 'response',
        header: t.response,
        cell: ({ lastOutcome, lastStatus }) =>
          lastOutcome === null ? dash : answerText({ outcome: lastOutcome, status: lastStatus }, t),
      },
      { id: 'created', header: t.created, cell: ({ createdAt }) => at(createdAt) },
      { id: 'next', header: t.nextAttempt, cell: ({ nextAttemptAt }) => at(nextAttemptAt) },
    ]
  }, [t, formats])
  return (
    <Part title={t.deliveriesToReseller}>
      <DataTable label={t.deliveriesToReseller} rows={deliveries} columns={columns} rowKey={({ id }) => id} />
    </Part>
  )
}

const mailTone: Record<SentMail['state'], Tone> = { waiting: 'busy', sent: 'good', failed: 'bad' }
const mailStateText = (state: SentMail['state'], t: PortalTexts): string =>
  ({ waiting: t.mailWaiting, sent: t.mailSent, failed: t.mailFailed })[state]

export function Mails({ mails }: { mails: readonly SentMail[] }) {
  const t = useTexts()
  const formats = useFormats()
  const columns = useMemo(
    (): Column<SentMail>[] => [
      { id: 'subject', primary: true, header: t.subject, cell: ({ subject }) => own(subject) },
      {
        id: 'state',
        header: t.state,
        cell: ({ state, lastError }) => (
          <>
            <StateBadge tone={mailTone[state]}>{mailStateText(state, t)}</StateBadge>
            {lastError !== null && (
              <Text size="xs" dir="auto">
                {lastError}
              </Text>
            )}
          </>
        ),
      },
      { id: 'to', header: t.recipient, cell: ({ to }) => own(to) },
      { id: 'created', header: t.created, cell: ({ createdAt }) => formats.instant(createdAt) },
    ],
    [t, formats],
  )
  return (
    <DataTable
      label={t.mails}
      rows={mails}
      columns={columns}
      rowKey={({ createdAt, to, kind }) => `${createdAt} ${to} ${kind}`}
    />
  )
}
