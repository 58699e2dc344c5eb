import {
  type ClaimLoop,
  claimLoop,
  type Database,
  emit,
  type Logger,
  withRequestId,
  withTrace,
} from '@guidebook/service-kit'
import type { BuilderConfig } from '../config.ts'
import { buildQueries, type ReclaimedBuild } from './queries.ts'

/**
 * Reclaims builds with an expired lease, and fails those that lost their process too often. Every process runs this loop; each build is
 * reclaimed once. Calls `reclaimed` when builds have returned to the queue.
 */
export function reclaimLoop(
  database: Database,
  { BUILD_LOSSES: maxLosses, BUILD_HEARTBEAT: pollMs }: BuilderConfig['settings'],
  reclaimed: () => void,
  log: Logger,
): ClaimLoop {
  const run = async (): Promise<number> => {
    const builds = await database.transaction(async (trx) => {
      const taken = await buildQueries(trx).reclaim(maxLosses)
      for (const build of taken) if (build.state === 'failed') await reportFailure(build, trx)
      return taken
    })
    for (const { account, release, generation, state } of builds) {
      log.warn({ account, release, generation, state }, 'build reclaimed: lease expired')
    }
    if (builds.length > 0) reclaimed()
    return 0
  }
  return claimLoop({ name: 'expired leases', pollMs, run, log })
}

const reportFailure = (build: ReclaimedBuild, trx: Parameters<typeof emit>[0]): Promise<void> => {
  const { account, release, link, generation, failure, traceparent, requestId } = build
  const data = { account, release, link, generation, ...failure, willRetry: false, steps: [] }
  return withTrace(traceparent, 'build lost', () =>
    withRequestId(requestId, () => emit(trx, 'build.failed.v1', data, { subject: String(release) })),
  )
}
