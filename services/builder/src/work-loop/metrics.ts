import { type Logger, meter, observeGauges } from '@guidebook/service-kit'
import type { buildQueries } from '../claims/queries.ts'
import type { WorkOutcome } from './work-on-build.ts'

/** Observes the queue, for scaling, and the worker processes; returns a function that records how builds end. */
export function buildMetrics(
  builds: ReturnType<typeof buildQueries>,
  workers: () => readonly { memory: number }[],
  log: Logger,
): (outcome: WorkOutcome, durationMs: number) => void {
  const instruments = meter('builder')
  const gauge = (name: string, description: string, unit = '') =>
    instruments.createObservableGauge(name, { description, unit })
  const waiting = gauge(
    'builder_builds_waiting',
    'Builds in the queue; larger numbers than 10,000 are reported as 10,000.',
  )
  const oldest = gauge('builder_oldest_build_seconds', 'Time since the oldest waiting build became due.', 's')
  const blockedAbout = 'Time since the request for the oldest build that an unavailable dependency has delayed.'
  const blocked = gauge('builder_oldest_blocked_build_seconds', blockedAbout, 's')
  const running = gauge('builder_builds_running', 'Running builds.')
  observeGauges(instruments, [waiting, oldest, blocked, running], log, async () => {
    const load = await builds.load()
    return [
      [waiting, load.waiting],
      [oldest, load.oldestSeconds],
      [blocked, load.blockedSeconds],
      [running, load.running],
    ]
  })
  gauge('builder_render_workers', 'Processes that draw or decode images.').addCallback((result) =>
    result.observe(workers().length),
  )
  const about = 'Total resident memory of these processes, each measured after its last task.'
  gauge('builder_render_memory_bytes', about, 'By').addCallback((result) =>
    result.observe(workers().reduce((sum, { memory }) => sum + memory, 0)),
  )
  const durations = instruments.createHistogram('builder_build_duration_seconds', {
    description: 'Time from claiming a build to its end, by outcome.',
    unit: 's',
    advice: { explicitBucketBoundaries: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300] },
  })
  const ended = instruments.createCounter('builder_builds_ended', { description: 'Ended work on builds, by outcome.' })
  for (const outcome of outcomes) ended.add(0, { outcome })
  return (outcome, durationMs) => {
    ended.add(1, { outcome })
    durations.record(durationMs / 1_000, { outcome })
  }
}

const outcomes: readonly WorkOutcome[] = ['done', 'failed', 'retried', 'waits', 'abandoned']
