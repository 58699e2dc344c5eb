import type { ServiceName } from '@guidebook/contracts'
import { by, type Panel, percentiles, type Row, rate } from './panel.ts'

const notProbes = 'http_route!~"/livez|/readyz|/metrics"'

/** Requests that a service answers. */
export function requestPanels(service: ServiceName): Panel[] {
  const requests = `http_server_request_duration_seconds_count{service="${service}",${notProbes}}`
  return [
    {
      title: 'Requests by status',
      unit: 'reqps',
      description: 'Answered requests a second. 499: the client left before the answer.',
      queries: [
        { expr: `sum by (http_response_status_code) (${rate(requests)})`, legend: by('http_response_status_code') },
      ],
      alert: 'RequestErrors',
    },
    {
      title: 'Requests by route',
      unit: 'reqps',
      description: 'The ten routes with the most requests.',
      queries: [{ expr: `topk(10, sum by (http_route) (${rate(requests)}))`, legend: by('http_route') }],
    },
    {
      title: 'Duration of requests',
      unit: 's',
      description: 'Half of the requests, and 95 of 100, took at most this time.',
      queries: percentiles('http_server_request_duration_seconds', `service="${service}",${notProbes}`),
      alert: 'RequestsSlow',
    },
  ]
}

/** The messages of a service, its database connections and its processes. */
export function commonRows(service: ServiceName): Row[] {
  const of = `service="${service}"`
  const panel = (
    title: string,
    unit: Panel['unit'],
    description: string,
    expr: string,
    label: string,
    alert?: string,
  ) => {
    const queries = [{ expr, legend: by(label) }]
    return { title, unit, description, queries, ...(alert === undefined ? {} : { alert }) } satisfies Panel
  }
  const messages: Row = {
    title: 'Messages',
    panels: [
      panel(
        'Age of the outbox',
        's',
        'Age of the oldest message that waits to be sent.',
        `max by (service) (outbox_oldest_age_seconds{${of}})`,
        'service',
        'OutboxWaiting',
      ),
      panel(
        'Outbox',
        'short',
        'Messages that wait to be sent, up to 10,000.',
        `max by (service) (outbox_depth{${of}})`,
        'service',
        'OutboxWaiting',
      ),
      panel(
        'Broker blocked',
        'short',
        '1 while the broker accepts no messages.',
        `max by (service) (broker_blocked{${of}})`,
        'service',
        'BrokerBlocked',
      ),
    ],
  }
  const received: Row = {
    title: 'Received messages',
    panels: [
      panel(
        'Messages by outcome',
        'cps',
        'Settled messages a second.',
        `sum by (outcome) (${rate(`messages_settled_total{${of}}`)})`,
        'outcome',
      ),
      panel(
        'Waiting messages',
        'short',
        'Messages that wait for a consumer.',
        `max by (queue) (queue_messages_ready{${of}})`,
        'queue',
        'QueueGrowing',
      ),
      panel(
        'Dead letters',
        'short',
        'Messages that were given up.',
        `max by (queue) (dead_letters{${of}})`,
        'queue',
        'DeadLetters',
      ),
      panel(
        'Consumers',
        'short',
        'Consumers of all replicas.',
        `max by (queue) (queue_consumers{${of}})`,
        'queue',
        'QueueWithoutConsumer',
      ),
      {
        title: 'Lag of messages',
        unit: 's',
        description: 'Time from the change that a message reports to its receipt.',
        queries: percentiles('message_lag_seconds', of),
      },
    ],
  }
  const processes: Row = {
    title: 'Processes',
    panels: [
      panel(
        'Ready replicas',
        'short',
        'Replicas that accept requests.',
        `sum by (service) (service_ready{${of}})`,
        'service',
        'ServiceDown',
      ),
      panel(
        'Failed dependencies',
        'short',
        'Replicas that cannot use the dependency.',
        `count by (dependency) (dependency_up{${of}} == 0)`,
        'dependency',
        'DependencyDown',
      ),
      panel(
        'Versions',
        'short',
        'Replicas by version and commit.',
        `count by (version, revision) (guidebook_build_info{${of}})`,
        'version',
      ),
      panel('Processor', 'percentunit', 'Processors used.', rate(`process_cpu_time_seconds_total{${of}}`), 'instance'),
      panel(
        'Event loop',
        'percentunit',
        'Part of the time in which the event loop was busy.',
        `nodejs_eventloop_utilization{${of}}`,
        'instance',
        'EventLoopBusy',
      ),
      panel(
        'Longest delay of the event loop',
        's',
        'Since the previous collection.',
        `nodejs_eventloop_delay_max_seconds{${of}}`,
        'instance',
        'EventLoopBusy',
      ),
      panel('Resident memory', 'bytes', 'Memory of the process.', `process_memory_usage_bytes{${of}}`, 'instance'),
      panel(
        'Heap',
        'percentunit',
        'Used part of the JavaScript heap.',
        `v8js_memory_heap_used_bytes{${of}} / v8js_memory_heap_limit_bytes{${of}}`,
        'instance',
        'HeapNearlyFull',
      ),
      panel(
        'Starts',
        'short',
        'Starts of the process within an hour.',
        `changes(process_start_time_seconds{${of}}[1h])`,
        'instance',
        'RestartLoop',
      ),
    ],
  }
  const database: Row = {
    title: 'Database and cleaning',
    panels: [
      {
        title: 'Database connections',
        unit: 'short',
        description: 'Connections of all replicas by state, and their limit.',
        queries: [
          { expr: `sum by (state) (db_client_connection_count{${of}})`, legend: by('state') },
          { expr: `sum(db_client_connection_max{${of}})`, legend: 'limit' },
        ],
      },
      panel(
        'Waiting for a connection',
        'short',
        'Statements and transactions that wait.',
        `db_client_connection_pending_requests{${of}}`,
        'instance',
        'DatabasePoolExhausted',
      ),
      panel(
        'Deleted rows',
        'cps',
        'Expired rows that were deleted a second.',
        `sum by (table) (${rate(`sweeper_deleted_rows_total{${of}}`)})`,
        'table',
      ),
    ],
  }
  // The gateway consumes no queue.
  return service === 'gateway' ? [messages, database, processes] : [messages, received, database, processes]
}
