import { isEventStream, type Operation, type ServiceName } from '@guidebook/contracts'
import type { Component } from '@guidebook/service-kit'
import { Pool } from 'undici'

export interface Upstream {
  pool: Pool
  /** Host and port, for traces. */
  host: string
  /** What stands before every path, usually nothing. */
  prefix: string
  /** Requests that are not answered yet. */
  underWay: number
  /** The service is overloaded when there are more. */
  mostUnderWay: number
}

export type UpstreamName = Exclude<ServiceName, 'gateway'>

/** A stream of events says something at least every 15 seconds; silence of that many milliseconds is a connection that broke. */
const eventsTimeoutMs = 45_000

/**
 * Pools of connections of their own for each service, so that one that hangs holds up no requests to another: one for requests, and one
 * for streams of events, which keep a connection each as long as someone follows.
 */
export function createUpstreams(
  urls: Readonly<Record<UpstreamName, string>>,
  timeoutMs: number,
): { of(operation: Operation): Upstream | null; component: Component } {
  const upstreams = new Map<string, { requests: Upstream; events: Upstream }>()
  for (const [name, url] of Object.entries(urls)) {
    upstreams.set(name, {
      requests: upstream(url, { connections: 128, mostUnderWay: 2_000, timeoutMs }),
      events: upstream(url, { connections: 1_000, mostUnderWay: 1_000, timeoutMs: eventsTimeoutMs }),
    })
  }
  return {
    of: (operation) => upstreams.get(operation.service)?.[isEventStream(operation) ? 'events' : 'requests'] ?? null,
    component: {
      name: 'upstreams',
      stop: async () => {
        const pools = [...upstreams.values()].flatMap(({ requests, events }) => [requests.pool, events.pool])
        await Promise.all(pools.map((pool) => pool.destroy()))
      },
    },
  }
}

function upstream(url: string, limits: { connections: number; mostUnderWay: number; timeoutMs: number }): Upstream {
  const { connections, mostUnderWay, timeoutMs } = limits
  const { origin, host, pathname } = new URL(url)
  const pool = new Pool(origin, {
    connections,
    connect: { timeout: 2_000 },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  })
  return { pool, host, prefix: pathname.replace(/\/$/, ''), underWay: 0, mostUnderWay }
}
