import { type Logger, outboxRows } from '@guidebook/service-kit'
import type { reportQueries } from '../claims/report-queries.ts'
import type { ClaimedBuild } from '../outcome/build.ts'
import { type Step, stepPercents } from '../outcome/steps.ts'
import type { Warnings } from '../outcome/warnings.ts'

/** Shortest time between two reports of a build, milliseconds. */
const everyMs = 250

/** Reports the progress of a build: always the latest step, one report at a time, the first immediately. Calls `lost` when it is no longer held. */
export function reportProgress(
  build: ClaimedBuild,
  warnings: Warnings,
  { reports, lost, log }: { reports: ReturnType<typeof reportQueries>; lost(): void; log: Logger },
) {
  let sequence = build.sequence
  let latest: Step | undefined
  let sending: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  let nextAt = 0

  /** The next report, with the warnings that no earlier one had. */
  const next = (step: Step, message: string | null) => {
    const at = { step, percent: stepPercents[step], sequence: ++sequence }
    const { account, release, link, generation } = build
    const fresh = warnings.fresh()
    const data = { account, release, link, generation, ...at, message, warnings: fresh }
    return { at, rows: outboxRows('build.progressed.v1', data, { subject: String(release) }), freshCount: fresh.length }
  }
  const send = async (message: string | null = null) => {
    if (latest === undefined) return
    try {
      const { at, rows, freshCount } = next(latest, message)
      if (await reports.progress(build, at, rows)) warnings.reported(freshCount)
      else lost()
    } catch (error) {
      // The build does not depend on progress reports; its other queries fail by themselves if the database is unavailable.
      log.warn({ err: error }, 'progress not reported')
    }
  }
  const enqueue = () => {
    timer = undefined
    nextAt = performance.now() + everyMs
    sending = sending.then(() => send())
  }

  return {
    /** Reports that a step has begun, without delaying it. */
    begin(step: Step): void {
      latest = step
      timer ??= setTimeout(enqueue, Math.max(0, nextAt - performance.now()))
    },
    /** Ends the reporting; sends a last report if there is a message. */
    async end(message: string | null = null) {
      clearTimeout(timer)
      await sending
      if (message !== null) await send(message)
    },
    /**
     * The last report of a build that failed, if there are warnings that no report had. For the statement that settles the build: sent alone, it
     * could fail, and the warnings would be lost.
     */
    last() {
      const rows = latest !== undefined && warnings.hasFresh() ? next(latest, null).rows : []
      return { rows, sequence }
    },
  }
}
