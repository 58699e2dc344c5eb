import {
  type ClaimLoop,
  claimLoop,
  type Database,
  emit,
  type Logger,
  withRequestId,
  withTrace,
} from '@guidebook/service-kit'
import { buildQueries, type ReclaimedBuild } from './queries.ts'

export interface ReclaimOptions {
  database: Database
  /** How often the worker of a build may die. */
  maxLosses: number
  everyMs: number
  /** Builds are back in the queue. */
  reclaimed(): void
  log: Logger
}

/** Gives the builds of workers that went silent to others. Every process does it; a row is given back once. */
export function reclaimLoop({ database, maxLosses, everyMs, reclaimed, log }: ReclaimOptions): ClaimLoop {
  const run = async (): Promise<number> => {
    const builds = await database.transaction(async (trx) => {
      const taken = await buildQueries(trx).reclaim(maxLosses)
      for (const build of taken) if (build.state === 'failed') await tellFailure(build, trx)
      return taken
    })
    for (const { account, release, generation, state } of builds) {
      log.warn({ account, release, generation, state }, 'the worker of a build went silent')
    }
    if (builds.length > 0) reclaimed()
    return 0
  }
  return claimLoop({ name: 'silent workers', pollMs: everyMs, run, log })
}

const tellFailure = (build: ReclaimedBuild, trx: Parameters<typeof emit>[0]): Promise<void> => {
  const { account, release, link, generation, traceparent, requestId } = build
  const data = {
    ...{ account, release, link, generation },
    code: 'worker-lost',
    message: 'The build ended its worker again and again. Support finds it by the request id.',
    willRetry: false,
    steps: [],
  }
  return withTrace(traceparent, 'build lost', () =>
    withRequestId(requestId, () => emit(trx, 'build.failed.v1', data, { subject: String(release) })),
  )
}
