import { by, type Panel, percentiles, rate } from './panel.ts'

/** Builds that wait, run and end. */
export const buildPanels: Panel[] = [
  {
    title: 'Age of the oldest build',
    unit: 's',
    description:
      'Since the oldest build became due, and since the request for the oldest that a dependency has delayed.',
    queries: [
      { expr: 'max(builder_oldest_build_seconds)', legend: 'due' },
      { expr: 'max(builder_oldest_blocked_build_seconds)', legend: 'delayed by a dependency' },
    ],
    alert: 'BuildsWaiting',
  },
  {
    title: 'Builds',
    unit: 'short',
    description: 'Waiting builds, up to 10,000, and running ones.',
    queries: [
      { expr: 'max(builder_builds_waiting)', legend: 'waiting' },
      { expr: 'max(builder_builds_running)', legend: 'running' },
    ],
    alert: 'BuildsWaiting',
  },
  {
    title: 'Ended builds',
    unit: 'cps',
    description: 'Ended work on builds a second, by outcome.',
    queries: [{ expr: `sum by (outcome) (${rate('builder_builds_ended_total')})`, legend: by('outcome') }],
    alert: 'BuildsFailing',
  },
  {
    title: 'Duration of builds',
    unit: 's',
    description: 'Time from taking a build to its end.',
    queries: percentiles('builder_build_duration_seconds', 'outcome="done"'),
  },
]

export const deliveryPanels: Panel[] = [
  {
    title: 'Age of the oldest delivery',
    unit: 's',
    description: 'Time since the oldest due delivery became due. Receivers that are off or paused are not counted.',
    queries: [{ expr: 'max(webhook_oldest_due_age_seconds)', legend: 'oldest' }],
    alert: 'DeliveriesWaiting',
  },
  {
    title: 'Due deliveries',
    unit: 'short',
    description: 'Deliveries that are due, up to 10,000.',
    queries: [{ expr: 'max(webhook_deliveries_due)', legend: 'due' }],
    alert: 'DeliveriesWaiting',
  },
  {
    title: 'Latency of deliveries',
    unit: 's',
    description: 'From the commit of a share to its acknowledgement by the receiver.',
    queries: percentiles('webhook_delivery_latency_seconds'),
  },
]

export const importPanels: Panel[] = [
  {
    title: 'Unsettled commands',
    unit: 'short',
    description: 'Rows whose command has no outcome yet, up to 10,000.',
    queries: [{ expr: 'max(importer_commands_unsettled)', legend: 'unsettled' }],
    alert: 'CommandsWaiting',
  },
  {
    title: 'Age of the oldest command',
    unit: 's',
    description: 'Time since the oldest command without an outcome was sent.',
    queries: [{ expr: 'max(importer_oldest_command_age_seconds)', legend: 'oldest' }],
    alert: 'CommandsWaiting',
  },
  {
    title: 'Settled rows',
    unit: 'cps',
    description: 'Outcomes of rows a second.',
    queries: [{ expr: `sum by (status) (${rate('importer_commands_settled_total')})`, legend: by('status') }],
  },
  {
    title: 'Duration of imports',
    unit: 's',
    description: 'From the arrival of a mail until all its rows have an outcome.',
    queries: percentiles('importer_mail_duration_seconds'),
  },
]

export const releasePanels: Panel[] = [
  {
    title: 'Created releases',
    unit: 'cps',
    description: 'Created releases a second, by kind.',
    queries: [{ expr: `sum by (kind) (${rate('releases_created_total')})`, legend: by('kind') }],
  },
  {
    title: 'Until the link is readable',
    unit: 's',
    description: 'From the request for a build until the link of the release shows its documents.',
    queries: percentiles('release_readable_latency_seconds'),
    alert: 'BuildsWaiting',
  },
  {
    title: 'Opened Trip Links',
    unit: 'reqps',
    description: 'Trip Link pages that travellers opened a second, by status.',
    queries: [
      {
        expr: `sum by (http_response_status_code) (${rate('http_server_request_duration_seconds_count{service="releases",http_route="/t/{link}"}')})`,
        legend: by('http_response_status_code'),
      },
    ],
    alert: 'TripPagesSlow',
  },
]
