import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ClaimLoop, claimLoop, type Logger, withRequestId, withTrace, workerLoops } from '@guidebook/service-kit'
import { BuildAbandoned, type ClaimedBuild } from './build.ts'
import { waitMs } from './failures.ts'
import type { HeldBuilds } from './held-builds.ts'
import type { buildQueries } from './queries.ts'
import { type WorkOptions, type WorkOutcome, workOnBuild } from './work-on-build.ts'

export interface WorkLoopsOptions extends WorkOptions {
  builds: ReturnType<typeof buildQueries>
  held: HeldBuilds
  /** Builds at the same time in this process. */
  parallelism: number
  /** So many more, only of accounts that have no build at work in any process. */
  reserved: number
  leaseMs: number
  /** Longest wait between two looks for work that no one woke us for (another replica's, or one that is due again). */
  pollMs: number
  /** Longest time for one attempt, milliseconds. */
  timeoutMs: number
  /** Told of each end, for the metrics. */
  ended(outcome: WorkOutcome, durationMs: number): void
  log: Logger
}

/** Loops that each claim a build, work on it, and claim the next one. */
export function workLoops(options: WorkLoopsOptions): ClaimLoop {
  const { parallelism, reserved } = options
  return workerLoops('builds', parallelism + reserved, (index) =>
    oneLoop(`builds ${index + 1}`, index < parallelism ? Number.MAX_SAFE_INTEGER : 1, options),
  )
}

/** `mostOfAccount`: how many builds of an account may be at work with the one that the loop takes. */
function oneLoop(name: string, mostOfAccount: number, options: WorkLoopsOptions): ClaimLoop {
  const { builds, leaseMs, pollMs, log } = options
  let waits = 0
  const run = async (stopping: AbortSignal): Promise<number> => {
    const build = await builds.claim(randomUUID(), leaseMs, mostOfAccount)
    if (!build) return 0
    const outcome = await inItsContext(build, () => workOn(build, options, stopping))
    waits = outcome === 'waits' ? waits + 1 : 0
    // What this build needs the next one most likely needs too: no use in trying all of them in turn.
    if (waits > 0) await sleep(waitMs(waits - 1), undefined, { signal: stopping }).catch(() => undefined)
    return 1
  }
  return claimLoop({ name, pollMs, run, log })
}

/** Everything that is done for a build belongs to the request that asked for it. */
const inItsContext = (build: ClaimedBuild, work: () => Promise<WorkOutcome>): Promise<WorkOutcome> =>
  withTrace(build.traceparent, 'build', () => withRequestId(build.requestId, work), {
    'guidebook.build.kind': build.kind,
    'guidebook.build.generation': build.generation,
  })

async function workOn(build: ClaimedBuild, options: WorkLoopsOptions, stopping: AbortSignal): Promise<WorkOutcome> {
  const { held, timeoutMs, ended } = options
  const log = options.log.child({ account: build.account, release: build.release, generation: build.generation })
  const shutdown = new AbortController()
  const stop = () => shutdown.abort(new BuildAbandoned('shutdown'))
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
