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
 * Separate connection pools for each service, so that one that hangs does not block requests to another: for the requests of accounts, for those
 * of travellers, and for streams of events, each of which occupies a connection.
 */
export function createUpstreams(settings: GatewaySettings) {
  const { UPSTREAM_CONNECTIONS: capacity, UPSTREAM_WAITING: mostWaiting, UPSTREAM_WAIT: waitMs } = settings
  const shares = (perOwner: number): ShareLimits => ({ capacity, perOwner, mostWaiting, waitMs })
  const poolsOf = (name: OtherService): Record<Kind, Upstream> => {
    const url = settings[`${name.toUpperCase() as Uppercase<OtherService>}_URL`]
    return {
      accounts: upstream(url, shares(settings.UPSTREAM_CONNECTIONS_PER_ACCOUNT), settings.UPSTREAM_TIMEOUT),
      travellers: upstream(url, shares(settings.UPSTREAM_CONNECTIONS_PER_ADDRESS), settings.UPSTREAM_TIMEOUT),
      events: upstream(url, eventShares, eventsTimeoutMs),
    }
  }
  const upstreams = new Map<string, Record<Kind, Upstream>>(otherServices.map((name) => [name, poolsOf(name)]))
  return {
    /** Null for operations of the gateway. */
    of: (operation: Operation): Upstream | null => upstreams.get(operation.service)?.[kindOf(operation)] ?? null,
    component: {
      name: 'upstreams',
      stop: async () => {
        const pools = [...upstreams.values()].flatMap((ofService) => Object.values(ofService))
        await Promise.all(pools.map(({ pool }) => pool.destroy()))
      },
    },
  }
}

type Kind = 'accounts' | 'travellers' | 'events'

function kindOf(operation: Operation): Kind {
  if (isEventStream(operation)) return 'events'
  return operation.audience === 'traveller' ? 'travellers' : 'accounts'
}

function upstream(url: string, shares: ShareLimits, timeoutMs: number): Upstream {
  const { origin, pathname } = new URL(url)
  const pool = createServicePool(origin, { connections: shares.capacity, timeoutMs })
  return { pool, prefix: pathname.replace(/\/$/, ''), shares: new FairSemaphore(shares) }
}
