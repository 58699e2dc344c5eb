import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ClaimLoop, claimLoop, type Logger, withRequestId, withTrace, workerLoops } from '@guidebook/service-kit'
import type { HeldBuilds } from '../claims/held-builds.ts'
import type { buildQueries } from '../claims/queries.ts'
import { BuildAbandonedError, type ClaimedBuild } from '../outcome/build.ts'
import { waitMs } from '../outcome/failures.ts'
import { type WorkOptions, type WorkOutcome, workOnBuild } from './work-on-build.ts'

export interface WorkLoopsOptions extends WorkOptions {
  builds: ReturnType<typeof buildQueries>
  held: HeldBuilds
  /** Builds at the same time in this process. */
  parallelism: number
  /** Additional builds at the same time, only of accounts without a running build in any process. */
  reserved: number
  leaseMs: number
  /** Longest time between two polls, for builds that no message announced to this process. */
  pollMs: number
  /** Time limit of one attempt, milliseconds. */
  timeoutMs: number
  /** Called when the work on a build ends, for the metrics. */
  ended(outcome: WorkOutcome, durationMs: number): void
  log: Logger
}

/** Loops that each claim a build, work on it, and claim the next. */
export function workLoops(options: WorkLoopsOptions): ClaimLoop {
  const { parallelism, reserved } = options
  return workerLoops('builds', parallelism + reserved, (index) =>
    workLoop(`builds ${index + 1}`, index < parallelism ? Number.MAX_SAFE_INTEGER : 1, options),
  )
}

/** `mostOfAccount`: most running builds of an account, including the one that the loop claims. */
function workLoop(name: string, mostOfAccount: number, options: WorkLoopsOptions): ClaimLoop {
  const { builds, leaseMs, pollMs, log } = options
  let waits = 0
  const run = async (stopping: AbortSignal): Promise<number> => {
    const build = await builds.claim(randomUUID(), leaseMs, mostOfAccount)
    if (!build) return 0
    const outcome = await inRequestContext(build, () => workOn(build, options, stopping))
    waits = outcome === 'waits' ? waits + 1 : 0
    // The next build most likely needs the same dependency, so wait instead of trying all builds in turn.
    if (waits > 0) await sleep(waitMs(waits - 1), undefined, { signal: stopping }).catch(() => undefined)
    return 1
  }
  return claimLoop({ name, pollMs, run, log })
}

/** Runs the work in the trace and with the id of the request that asked for the build. */
const inRequestContext = (build: ClaimedBuild, work: () => Promise<WorkOutcome>): Promise<WorkOutcome> =>
  withTrace(build.traceparent, 'build', () => withRequestId(build.requestId, work), {
    'guidebook.build.kind': build.kind,
    'guidebook.build.generation': build.generation,
  })

async function workOn(build: ClaimedBuild, options: WorkLoopsOptions, stopping: AbortSignal): Promise<WorkOutcome> {
  const { held, timeoutMs, ended } = options
  const log = options.log.child({ account: build.account, release: build.release, generation: build.generation })
  const shutdown = new AbortController()
  const stop = () => shutdown.abort(new BuildAbandonedError('shutdown'))
  stopping.addEventListener('abort', stop)
  if (stopping.aborted) stop()
  const began = performance.now()
  try {
    return await held.hold(build, async (signal, lost) => {
      const all = AbortSignal.any([signal, shutdown.signal, AbortSignal.timeout(timeoutMs)])
      const outcome = await workOnBuild(build, options, { signal: all, lost, log })
      ended(outcome, performance.now() - began)
      return outcome
    })
  } finally {
    stopping.removeEventListener('abort', stop)
  }
}
