import { randomUUID } from 'node:crypto'
import { addAbortListener } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type ClaimLoop,
  claimLoop,
  currentRequestId,
  currentTraceparent,
  type MessageHandler,
  type WorkerLoop,
  withRequestId,
  withTrace,
  workerLoops,
} from '@guidebook/service-kit'
import type { HeldBuilds } from '../claims/held-builds.ts'
import { buildQueries } from '../claims/queries.ts'
import { BuildAbandonedError, type ClaimedBuild } from '../outcome/build.ts'
import { waitMs } from '../outcome/failures.ts'
import { type Work, type WorkOutcome, workOnBuild } from './work-on-build.ts'

export interface LoopWork extends Work {
  held: HeldBuilds
  /** Called when the work on a build ends, for the metrics. */
  ended(outcome: WorkOutcome, durationMs: number): void
}

/**
 * Loops that each claim a build, work on it, and claim the next. `BUILD_RESERVED` of them claim only builds of accounts without a running build
 * in any process.
 */
export function workLoops(work: LoopWork): ClaimLoop {
  const { BUILD_PARALLELISM: parallelism, BUILD_RESERVED: reserved } = work.settings
  return workerLoops('builds', parallelism + reserved, (index) =>
    workLoop(`builds ${index + 1}`, index < parallelism ? Number.MAX_SAFE_INTEGER : 1, work),
  )
}

/** `mostOfAccount`: most running builds of an account, including the one that the loop claims. */
function workLoop(name: string, mostOfAccount: number, work: LoopWork): WorkerLoop {
  const { builds, settings, log } = work
  let waits = 0
  const run = async (stopping: AbortSignal): Promise<number> => {
    const build = await builds.claim(randomUUID(), settings.BUILD_LEASE, mostOfAccount)
    if (!build) return 0
    const outcome = await inRequestContext(build, () => workOn(build, work, stopping))
    waits = outcome === 'waits' ? waits + 1 : 0
    // The next build most likely needs the same dependency, so wait instead of trying all builds in turn.
    if (waits > 0) await sleep(waitMs(waits - 1), undefined, { signal: stopping }).catch(() => undefined)
    return 1
  }
  // A message announces most builds; the poll is for others.
  return claimLoop({ name, pollMs: settings.BUILD_POLL, run, log })
}

/** Runs the work in the trace and with the id of the request that asked for the build. */
const inRequestContext = (build: ClaimedBuild, work: () => Promise<WorkOutcome>): Promise<WorkOutcome> =>
  withTrace(build.traceparent, 'build', () => withRequestId(build.requestId, work), {
    'guidebook.build.kind': build.kind,
    'guidebook.build.generation': build.generation,
  })

async function workOn(build: ClaimedBuild, work: LoopWork, stopping: AbortSignal): Promise<WorkOutcome> {
  const { account, release, generation } = build
  const log = work.log.child({ account, release, generation })
  const shutdown = new AbortController()
  using _stopping = addAbortListener(stopping, () => shutdown.abort(new BuildAbandonedError('shutdown')))
  const began = performance.now()
  return await work.held.hold(build, async (held, lost) => {
    const abandoned = AbortSignal.any([held, shutdown.signal])
    const signal = AbortSignal.any([abandoned, AbortSignal.timeout(work.settings.BUILD_TIMEOUT)])
    const outcome = await workOnBuild(build, { ...work, log }, { signal, abandoned, lost })
    work.ended(outcome, performance.now() - began)
    return outcome
  })
}

/** Queues the requested build and supersedes older generations of the release, including running ones. */
export const buildRequested =
  (held: HeldBuilds, loops: ClaimLoop): MessageHandler<'release.build-requested.v1'> =>
  async ({ data }, { once }) => {
    const build = { ...data, traceparent: currentTraceparent(), requestId: currentRequestId() }
    const state = await once((trx) => buildQueries(trx).accept(build))
    if (state !== 'queued') return
    held.superseded(data)
    loops.wake()
  }
