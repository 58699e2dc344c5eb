import { setTimeout as sleep } from 'node:timers/promises'
import { backoffMs, isOutage, type Logger, outboxRows, unlessAborted } from '@guidebook/service-kit'
import { objectKeys } from '../artifact/queries.ts'
import type { buildQueries } from '../claims/queries.ts'
import type { reportQueries } from '../claims/report-queries.ts'
import type { BuilderConfig } from '../config.ts'
import type { BuildContext } from '../context.ts'
import type { ClaimedBuild } from '../outcome/build.ts'
import { classifyFailure, retryMs, type Verdict, waitMs } from '../outcome/failures.ts'
import { stepClock } from '../outcome/steps.ts'
import { collectWarnings } from '../outcome/warnings.ts'
import { type BuiltRelease, buildRelease } from '../pipeline/build-release.ts'
import { reportProgress } from './progress.ts'

export interface Work {
  builds: ReturnType<typeof buildQueries>
  reports: ReturnType<typeof reportQueries>
  context: BuildContext
  settings: BuilderConfig['settings']
  log: Logger
}

/** How the work on a claimed build ended. */
export type WorkOutcome = 'done' | 'failed' | 'retried' | 'waits' | 'abandoned'

/**
 * Works on a claimed build until it is done, failed, back in the queue or abandoned. Settles it in one statement together with the message
 * about it. `signal` ends the work, with a `BuildAbandonedError` when the build is abandoned; then `abandoned` aborts, too. Throws only if the
 * database is unavailable until then; the lease expires and another process claims the build.
 */
export async function workOnBuild(
  build: ClaimedBuild,
  { builds, reports, context, settings, log }: Work,
  { signal, abandoned, lost }: { signal: AbortSignal; abandoned: AbortSignal; lost(): void },
): Promise<WorkOutcome> {
  const started = performance.now()
  const warnings = collectWarnings()
  const progress = reportProgress(build, warnings, { reports, lost, log })
  const clock = stepClock(progress.begin)
  const { account, release, link, generation } = build
  const about = { account, release, link, generation }
  const subject = String(release)

  const complete = async (built: BuiltRelease): Promise<WorkOutcome> => {
    const { contentVersion, guidebook, artifacts, isPreview, made } = built
    await progress.end()
    const all = warnings.list()
    const durationMs = Math.round(performance.now() - started)
    const steps = clock.times()
    const data = { ...about, contentVersion, guidebook, artifacts, warnings: all, durationMs, steps }
    const message = outboxRows('build.completed.v1', data, { subject })
    const result = { contentVersion, steps, warnings: all, made, keys: objectKeys(artifacts), isPreview }
    if (!(await reports.complete(build, result, message))) return 'abandoned'
    log.info({ durationMs, steps, warnings: all.length, pages: artifacts.pdf?.pages }, 'build completed')
    return 'done'
  }

  const giveUp = async (verdict: Verdict, error: unknown): Promise<WorkOutcome> => {
    if (verdict.outcome === 'abandoned') {
      await progress.end()
      log.info({ reason: verdict.reason }, 'build abandoned')
      if (verdict.reason === 'superseded') await builds.supersede(build)
      if (verdict.reason === 'shutdown') await builds.release(build, 0, false)
      return 'abandoned'
    }
    const { failure } = verdict
    if (verdict.outcome === 'waits') {
      log.warn({ err: error, waits: build.waits }, 'build waits: dependency unavailable')
      await progress.end(failure.message)
      const release = () => builds.release(build, waitMs(build.waits), true)
      return (await repeatInOutage(release, abandoned)) ? 'waits' : 'abandoned'
    }
    const willRetry = build.attempts + 1 < Math.min(settings.BUILD_ATTEMPTS, verdict.mostAttempts)
    log.error({ err: error, code: failure.code, attempts: build.attempts + 1, willRetry }, 'build failed')
    await progress.end()
    const steps = clock.times()
    const data = { ...about, ...failure, willRetry, steps }
    const { rows, sequence } = progress.last()
    const messages = [...rows, ...outboxRows('build.failed.v1', data, { subject })]
    const result = { failure, steps, warnings: warnings.list(), sequence }
    const fail = () => reports.fail(build, result, willRetry ? retryMs(build.attempts) : null, messages)
    if (!(await repeatInOutage(fail, abandoned))) return 'abandoned'
    return willRetry ? 'retried' : 'failed'
  }

  try {
    const building = buildRelease(build, context, { signal, warnings, begin: clock.begin })
    return await complete(await unlessAborted(building, signal))
  } catch (error) {
    return await giveUp(classifyFailure(error, signal.reason), error)
  }
}

/** Pauses before a statement is repeated. */
const outageBackoff = { firstMs: 200, longestMs: 2_000 }

/** Repeats a statement while the database is unavailable, until the signal aborts: an outage does not count as a lost process. */
async function repeatInOutage<T>(statement: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let failures = 0; ; failures++) {
    try {
      return await statement()
    } catch (error) {
      if (!isOutage(error) || signal.aborted) throw error
      await sleep(backoffMs(failures, outageBackoff), undefined, { signal }).catch(() => undefined)
    }
  }
}
