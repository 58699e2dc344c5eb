import type { Component, Logger } from '@guidebook/service-kit'
import { BuildAbandonedError, type BuildId, type ClaimedBuild } from '../outcome/build.ts'
import type { buildQueries } from './queries.ts'

export interface HeldBuilds extends Component {
  /** Holds a build from now on; the signal says that it is to be left alone. */
  hold(build: ClaimedBuild): { signal: AbortSignal; lost(): void; letGo(): void }
  /** A newer generation of a release was asked for: whoever works on an older one here stops at once. */
  superseded(newer: BuildId): void
}

export interface LeaseOptions {
  builds: Pick<ReturnType<typeof buildQueries>, 'renew'>
  leaseMs: number
  heartbeatMs: number
  log: Logger
}

/**
 * The builds that this process works on, and the heartbeat that keeps their leases. A lease that could not be prolonged
 * in time is given up here before anyone else can take it.
 */
export function holdBuilds({ builds, leaseMs, heartbeatMs, log }: LeaseOptions): HeldBuilds {
  const held = new Map<string, { build: ClaimedBuild; abandoning: AbortController; renewedAt: number }>()
  let timer: NodeJS.Timeout | undefined
  let beating: Promise<void> = Promise.resolve()

  const beat = async () => {
    const leases = [...held.keys()]
    if (leases.length === 0) return
    const at = performance.now()
    try {
      const kept = new Set(await builds.renew(leases, leaseMs))
      for (const lease of leases) {
        const one = held.get(lease)
        if (one && kept.has(lease)) one.renewedAt = at
        else one?.abandoning.abort(new BuildAbandonedError('lease-lost'))
      }
    } catch (error) {
      log.warn({ err: error, builds: leases.length }, 'leases could not be prolonged')
      for (const { abandoning, renewedAt } of held.values()) {
        if (performance.now() - renewedAt > leaseMs - heartbeatMs) abandoning.abort(new BuildAbandonedError('lease-lost'))
      }
    }
  }

  return {
    name: 'held builds',
    async start() {
      timer = setInterval(() => {
        beating = beat()
      }, heartbeatMs)
    },
    async stop() {
      clearInterval(timer)
      await beating
    },
    hold(build) {
      const abandoning = new AbortController()
      held.set(build.lease, { build, abandoning, renewedAt: performance.now() })
      return {
        signal: abandoning.signal,
        lost: () => abandoning.abort(new BuildAbandonedError('lease-lost')),
        letGo: () => void held.delete(build.lease),
      }
    },
    superseded({ account, release, generation }) {
      for (const { build, abandoning } of held.values()) {
        const isOlder = build.account === account && build.release === release && build.generation < generation
        if (isOlder) abandoning.abort(new BuildAbandonedError('superseded'))
      }
    },
  }
}
