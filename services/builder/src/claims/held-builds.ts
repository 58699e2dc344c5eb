import { type Logger, withLease } from '@guidebook/service-kit'
import { BuildAbandonedError, type BuildId, type ClaimedBuild } from '../outcome/build.ts'
import type { buildQueries } from './queries.ts'

export interface HeldBuilds {
  /** Renews the lease of a build during the work. The signal aborts when the build is abandoned; `lost` reports that the lease is lost. */
  hold<T>(build: ClaimedBuild, work: (signal: AbortSignal, lost: () => void) => Promise<T>): Promise<T>
  /** Aborts the work on older generations, after a newer one was requested. */
  superseded(newer: BuildId): void
}

export interface LeaseOptions {
  builds: Pick<ReturnType<typeof buildQueries>, 'renew'>
  leaseMs: number
  heartbeatMs: number
  log: Logger
}

/** The builds that this process works on. */
export function holdBuilds({ builds, leaseMs, heartbeatMs, log }: LeaseOptions): HeldBuilds {
  const held = new Map<string, { build: ClaimedBuild; abandoning: AbortController }>()

  return {
    async hold(build, work) {
      const abandoning = new AbortController()
      const lost = () => abandoning.abort(new BuildAbandonedError('lease-lost'))
      const renew = async () => (await builds.renew([build.lease], leaseMs)).length > 0
      held.set(build.lease, { build, abandoning })
      try {
        return await withLease({ leaseMs, renewEveryMs: heartbeatMs, renew, log }, (leaseLost) => {
          leaseLost.addEventListener('abort', lost)
          return work(abandoning.signal, lost)
        })
      } finally {
        held.delete(build.lease)
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
