import type { Component, Logger } from '@guidebook/service-kit'
import { BuildAbandonedError, type BuildId, type ClaimedBuild } from '../outcome/build.ts'
import type { buildQueries } from './queries.ts'

export interface HeldBuilds extends Component {
  /** Holds a build until `release` is called. The signal aborts when the build is abandoned. */
  hold(build: ClaimedBuild): { signal: AbortSignal; lost(): void; release(): void }
  /** Aborts the work on older generations, after a newer one was requested. */
  superseded(newer: BuildId): void
}

export interface LeaseOptions {
  builds: Pick<ReturnType<typeof buildQueries>, 'renew'>
  leaseMs: number
  heartbeatMs: number
  log: Logger
}

/**
 * The builds that this process works on, and the heartbeat that renews their leases. A lease that cannot be renewed in time is abandoned
 * before another process can claim the build.
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
      const renewed = new Set(await builds.renew(leases, leaseMs))
      for (const lease of leases) {
        const one = held.get(lease)
        if (one && renewed.has(lease)) one.renewedAt = at
        else one?.abandoning.abort(new BuildAbandonedError('lease-lost'))
      }
    } catch (error) {
      log.warn({ err: error, builds: leases.length }, 'leases not renewed')
      for (const { abandoning, renewedAt } of held.values()) {
        if (performance.now() - renewedAt > leaseMs - heartbeatMs)
          abandoning.abort(new BuildAbandonedError('lease-lost'))
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
        release: () => void held.delete(build.lease),
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
