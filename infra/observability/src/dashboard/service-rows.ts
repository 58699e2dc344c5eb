import type { ServiceName } from '@guidebook/contracts'
import { buildPanels, deliveryPanels, importPanels, releasePanels } from './main-job-rows.ts'
import { by, type Panel, percentiles, rate } from './panel.ts'

const outgoingMails = (service: ServiceName): Panel => ({
  title: 'Mails to be sent',
  unit: 's',
  description: 'Age of the oldest mail that waits to be sent.',
  queries: [{ expr: `max(outgoing_mails_oldest_age_seconds{service="${service}"})`, legend: 'oldest' }],
  alert: 'MailsNotSent',
})

const mailOutcomes = (service: ServiceName): Panel => ({
  title: 'Sent mails',
  unit: 'cps',
  description: 'Sent and undeliverable mails a second.',
  queries: [
    { expr: `sum by (outcome) (${rate(`outgoing_mails_settled_total{service="${service}"}`)})`, legend: by('outcome') },
  ],
})

const removedObjects = (service: ServiceName): Panel => ({
  title: 'Removed objects',
  unit: 'cps',
  description: 'Unused objects that were removed a second.',
  queries: [
    { expr: `sum by (prefix) (${rate(`sweeper_removed_objects_total{service="${service}"}`)})`, legend: by('prefix') },
  ],
})

/** The work of each service beside requests and messages. */
export const ownPanels: Readonly<Record<ServiceName, readonly Panel[]>> = {
  gateway: [
    {
      title: 'Refused requests',
      unit: 'reqps',
      description: 'Requests that a limit refused with 429, by limit.',
      queries: [{ expr: `sum by (limit) (${rate('gateway_refused_requests_total')})`, legend: by('limit') }],
      alert: 'RequestsRefused',
    },
    {
      title: 'Connections',
      unit: 'short',
      description: 'Open connections by listener.',
      queries: [
        { expr: 'sum by (listener) (http_server_open_connections{service="gateway"})', legend: by('listener') },
      ],
    },
    {
      title: 'Refused connections',
      unit: 'cps',
      description: 'Connections that were closed immediately, by the limit that was reached.',
      queries: [
        {
          expr: `sum by (limit) (${rate('http_server_refused_connections_total{service="gateway"}')})`,
          legend: by('limit'),
        },
      ],
      alert: 'ConnectionsRefused',
    },
    {
      title: 'Spool',
      unit: 'percentunit',
      description: 'Used part of the spool for slow clients.',
      queries: [{ expr: 'gateway_spool_used_bytes / gateway_spool_limit_bytes', legend: by('instance') }],
      alert: 'SpoolFull',
    },
    {
      title: 'Dropped rows of the journal',
      unit: 'cps',
      description: 'Requests that support cannot find by their id.',
      queries: [{ expr: `sum(${rate('gateway_journal_dropped_rows_total')})`, legend: 'dropped' }],
      alert: 'JournalRowsDropped',
    },
    outgoingMails('gateway'),
    mailOutcomes('gateway'),
  ],
  geodata: [removedObjects('geodata')],
  releases: [...releasePanels, outgoingMails('releases'), mailOutcomes('releases'), removedObjects('releases')],
  builder: [
    ...buildPanels,
    {
      title: 'Render processes',
      unit: 'short',
      description: 'Processes that draw or decode images.',
      queries: [{ expr: 'builder_render_workers', legend: by('instance') }],
    },
    {
      title: 'Memory of render processes',
      unit: 'bytes',
      description: 'Resident memory of these processes, measured after their last task.',
      queries: [{ expr: 'builder_render_memory_bytes', legend: by('instance') }],
    },
    removedObjects('builder'),
  ],
  webhooks: [
    ...deliveryPanels,
    {
      title: 'Attempts',
      unit: 'cps',
      description: 'Attempts a second, by outcome.',
      queries: [{ expr: `sum by (outcome) (${rate('webhook_attempts_total')})`, legend: by('outcome') }],
    },
    {
      title: 'Settled deliveries',
      unit: 'cps',
      description: 'Delivered and given up deliveries a second.',
      queries: [{ expr: `sum by (state) (${rate('webhook_deliveries_settled_total')})`, legend: by('state') }],
      alert: 'DeliveriesFailing',
    },
    {
      title: 'Duration of attempts',
      unit: 's',
      description: 'Time of an attempt, which depends on the receiver.',
      queries: percentiles('webhook_attempt_duration_seconds'),
    },
    {
      title: 'Endpoints',
      unit: 'short',
      description: 'Endpoints by state.',
      queries: [{ expr: 'max by (state) (webhook_endpoints)', legend: by('state') }],
    },
    outgoingMails('webhooks'),
    mailOutcomes('webhooks'),
  ],
  importer: [
    ...importPanels,
    {
      title: 'Last poll of the mailbox',
      unit: 's',
      description: 'Time since the last successful poll.',
      queries: [{ expr: 'max(importer_mailbox_last_poll_age_seconds)', legend: 'last poll' }],
      alert: 'MailboxNotPolled',
    },
    {
      title: 'Polling replicas',
      unit: 'short',
      description: 'One replica polls, the others stand by.',
      queries: [{ expr: 'sum(importer_mailbox_polls)', legend: 'polling' }],
      alert: 'MailboxNotPolled',
    },
    {
      title: 'Waiting mails',
      unit: 'short',
      description: 'Mails by what they wait for, and those that are still on the server.',
      queries: [
        { expr: 'max by (on) (importer_mails_waiting)', legend: by('on') },
        { expr: 'max(importer_mails_on_server)', legend: 'on the server' },
      ],
      alert: 'MailsWaiting',
    },
    {
      title: 'Age of the oldest mail',
      unit: 's',
      description: 'Age of the oldest mail that is not handled.',
      queries: [{ expr: 'max(importer_oldest_unhandled_mail_age_seconds)', legend: 'oldest' }],
      alert: 'MailsWaiting',
    },
    outgoingMails('importer'),
    mailOutcomes('importer'),
    removedObjects('importer'),
  ],
}
