import { type Logger, outboxRows } from '@guidebook/service-kit'
import type { ClaimedBuild } from '../outcome/build.ts'
import type { reportQueries } from '../claims/report-queries.ts'
import { type Step, stepPercents } from '../outcome/steps.ts'
import type { Warnings } from '../outcome/warnings.ts'

export interface ProgressOptions {
  build: ClaimedBuild
  reports: Pick<ReturnType<typeof reportQueries>, 'progress'>
  warnings: Warnings
  /** Least time between two reports, milliseconds: a build that is done in a moment need not tell of each step. */
  everyMs: number
  /** The build is no longer held. */
  lost(): void
  log: Logger
}

export interface Progress {
  /** Says that a step has begun. Reported behind the work, which does not wait for it. */
  begin(step: Step): void
  /** Ends the reporting. With a message, or when asked to tell warnings that were not told yet, with one more report. */
  end(last?: { message?: string; tellWarnings?: boolean }): Promise<void>
}

/** Reports how far a build is: always the latest step, one report after the other, the first at once. */
export function reportProgress({ build, reports, warnings, everyMs, lost, log }: ProgressOptions): Progress {
  let sequence = build.sequence
  let latest: Step | undefined
  let sending: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  let nextAt = 0

  const send = async (message: string | null = null) => {
    if (latest === undefined) return
    const at = { step: latest, percent: stepPercents[latest], sequence: ++sequence }
    const { account, release, link, generation } = build
    const data = { account, release, link, generation, ...at, message, warnings: warnings.fresh() }
    try {
      if (!(await reports.progress(build, at, outboxRows('build.progressed.v1', data, { subject: String(release) }))))
        lost()
    } catch (error) {
      // Nobody's work depends on it; what does depend on the database will say so itself.
      log.warn({ err: error }, 'progress could not be reported')
    }
  }
  const enqueue = () => {
    timer = undefined
    nextAt = performance.now() + everyMs
    sending = sending.then(() => send())
  }

  return {
    begin(step) {
      latest = step
      timer ??= setTimeout(enqueue, Math.max(0, nextAt - performance.now()))
    },
    async end({ message = null, tellWarnings = false }: { message?: string | null; tellWarnings?: boolean } = {}) {
      clearTimeout(timer)
      await sending
      if (message !== null || (tellWarnings && warnings.hasFresh())) await send(message)
    },
  }
}
