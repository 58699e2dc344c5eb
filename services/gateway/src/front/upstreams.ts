import { isEventStream, type Operation } from '@guidebook/contracts'
import { createServicePool, FairSemaphore, type ShareLimits } from '@guidebook/service-kit'
import type { Pool } from 'undici'
import type { GatewaySettings } from '../config.ts'
import { type OtherService, otherServices } from '../context.ts'
import { mostStreamsOfAccount } from './event-streams.ts'

export interface Upstream {
  pool: Pool
  /** Precedes every path, usually empty. */
  prefix: string
  /** Whose request gets a connection of the pool, so that none waits in the pool itself. */
  shares: FairSemaphore
}

export type Upstreams = ReturnType<typeof createUpstreams>

/** A stream of events sends something at least every 15 seconds; after this silence, in milliseconds, its connection is broken. */
const eventsTimeoutMs = 45_000
/** A stream ends when its client wants, so waiting for another one to end would be of no use. */
const eventShares: ShareLimits = { capacity: 1_000, perOwner: mostStreamsOfAccount, mostWaiting: 0, waitMs: 0 }

/**
 * Separate connection pools for each service, so that one that hangs does not block requests to another: one for requests, and one for streams of
 * events, each of which occupies a connection.
 */
export function createUpstreams(settings: GatewaySettings) {
  const shares = {
    capacity: settings.UPSTREAM_CONNECTIONS,
    perOwner: settings.UPSTREAM_CONNECTIONS_PER_OWNER,
    mostWaiting: settings.UPSTREAM_WAITING,
    waitMs: settings.UPSTREAM_WAIT,
  }
  const upstreams = new Map<string, { requests: Upstream; events: Upstream }>()
  for (const name of otherServices) {
    const url = settings[`${name.toUpperCase() as Uppercase<OtherService>}_URL`]
    const requests = upstream(url, shares, settings.UPSTREAM_TIMEOUT)
    upstreams.set(name, { requests, events: upstream(url, eventShares, eventsTimeoutMs) })
  }
  return {
    /** Null for operations of the gateway. */
    of: (operation: Operation): Upstream | null =>
      upstreams.get(operation.service)?.[isEventStream(operation) ? 'events' : 'requests'] ?? null,
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
  const pool = createServicePool(origin, { connections: shares.capacity, timeoutMs })
  return { pool, prefix: pathname.replace(/\/$/, ''), shares: new FairSemaphore(shares) }
}
