import { type Logger, withLease } from '@guidebook/service-kit'
import type { BuilderConfig } from '../config.ts'
import { BuildAbandonedError, type BuildId, type ClaimedBuild } from '../outcome/build.ts'
import type { buildQueries } from './queries.ts'

export type HeldBuilds = ReturnType<typeof holdBuilds>

/** The builds that this process works on. */
export function holdBuilds(
  builds: ReturnType<typeof buildQueries>,
  { BUILD_LEASE: leaseMs, BUILD_HEARTBEAT: renewEveryMs }: BuilderConfig['settings'],
  log: Logger,
) {
  const held = new Map<ClaimedBuild, AbortController>()
  return {
    /** Renews the lease of a build during the work. The signal aborts when the build is abandoned; `lost` reports that the lease is lost. */
    async hold<T>(build: ClaimedBuild, work: (signal: AbortSignal, lost: () => void) => Promise<T>): Promise<T> {
      const abandoning = new AbortController()
      const lost = () => abandoning.abort(new BuildAbandonedError('lease-lost'))
      const renew = () => builds.renew(build.lease, leaseMs)
      held.set(build, abandoning)
      try {
        return await withLease({ leaseMs, renewEveryMs, renew, log }, (leaseLost) => {
          leaseLost.addEventListener('abort', lost)
          return work(abandoning.signal, lost)
        })
      } finally {
        held.delete(build)
      }
    },
    /** Aborts the work on older generations, after a newer one was requested. */
    superseded({ account, release, generation }: BuildId): void {
      for (const [build, abandoning] of held) {
        const isOlder = build.account === account && build.release === release && build.generation < generation
        if (isOlder) abandoning.abort(new BuildAbandonedError('superseded'))
      }
    },
  }
}
