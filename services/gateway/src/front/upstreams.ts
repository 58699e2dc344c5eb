import { isEventStream, type Operation, type ServiceName } from '@guidebook/contracts'
import { type Component, FairSemaphore, type ShareLimits } from '@guidebook/service-kit'
import { Pool } from 'undici'
import { mostStreamsOfAccount } from './event-streams.ts'

export interface Upstream {
  pool: Pool
  /** What stands before every path, usually nothing. */
  prefix: string
  /** Whose request gets a connection of the pool, so that none waits in the pool itself. */
  shares: FairSemaphore
}

export type UpstreamName = Exclude<ServiceName, 'gateway'>

/** A stream of events says something at least every 15 seconds; silence of that many milliseconds is a connection that broke. */
const eventsTimeoutMs = 45_000
/** A stream ends when its client wants, so waiting for another one to end would be of no use. */
const eventShares: ShareLimits = { capacity: 1_000, perOwner: mostStreamsOfAccount, mostWaiting: 0, waitMs: 0 }

/**
 * Pools of connections of their own for each service, so that one that hangs holds up no requests to another: one for requests, and one
 * for streams of events, which keep a connection each as long as someone follows.
 */
export function createUpstreams(
  urls: Readonly<Record<UpstreamName, string>>,
  timeoutMs: number,
  shares: ShareLimits,
): { of(operation: Operation): Upstream | null; component: Component } {
  const upstreams = new Map<string, { requests: Upstream; events: Upstream }>()
  for (const [name, url] of Object.entries(urls)) {
    upstreams.set(name, {
      requests: upstream(url, shares, timeoutMs),
      events: upstream(url, eventShares, eventsTimeoutMs),
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

function upstream(url: string, shares: ShareLimits, timeoutMs: number): Upstream {
  const { origin, pathname } = new URL(url)
  const pool = new Pool(origin, {
    connections: shares.capacity,
    connect: { timeout: 2_000 },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  })
  return { pool, prefix: pathname.replace(/\/$/, ''), shares: new FairSemaphore(shares) }
}
