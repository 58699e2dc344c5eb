import { meter } from '../telemetry/index.ts'

/** `total`: the limit of all clients together; `client`: the limit of one. */
export type ConnectionLimit = 'total' | 'client'

/** Measures the open connections of a listener. Returns a function to call for each connection that a limit refused. */
export function connectionMetrics(listener: string, open: () => number): (limit: ConnectionLimit) => void {
  const instruments = meter('@guidebook/service-kit')
  instruments
    .createObservableGauge('http.server.open_connections', { description: 'Open connections, by listener.' })
    .addCallback((result) => result.observe(open(), { listener }))
  const refused = instruments.createCounter('http.server.refused_connections', {
    description: 'Connections that were closed immediately, by listener and by the limit that was reached.',
  })
  for (const limit of ['total', 'client'] satisfies ConnectionLimit[]) refused.add(0, { listener, limit })
  return (limit) => refused.add(1, { listener, limit })
}
