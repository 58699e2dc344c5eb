import { type Logger, meter } from '@guidebook/service-kit'
import type { buildQueries } from '../claims/queries.ts'
import type { WorkOutcome } from './work-on-build.ts'

/** Observes the queue, for scaling, and the worker processes; returns a function that records how builds end. */
export function buildMetrics(
  builds: ReturnType<typeof buildQueries>,
  workers: () => readonly { memory: number }[],
  log: Logger,
): (outcome: WorkOutcome, durationMs: number) => void {
  const instruments = meter('builder')
  const waiting = instruments.createObservableGauge('builder_builds_waiting', { description: 'Builds in the queue.' })
  const oldest = instruments.createObservableGauge('builder_oldest_build_seconds', {
    description: 'Age of the oldest build that is due.',
    unit: 's',
  })
  const running = instruments.createObservableGauge('builder_builds_running', { description: 'Running builds.' })
  instruments.addBatchObservableCallback(
    async (result) => {
      try {
        const load = await builds.load()
        result.observe(waiting, load.waiting)
        result.observe(oldest, load.oldestSeconds)
        result.observe(running, load.running)
      } catch (error) {
        log.debug({ err: error }, 'build load not observed')
      }
    },
    [waiting, oldest, running],
  )
  instruments
    .createObservableGauge('builder_render_workers', { description: 'Processes that draw or decode images.' })
    .addCallback((result) => result.observe(workers().length))
  instruments
    .createObservableGauge('builder_render_memory_bytes', {
      description: 'Total resident memory of these processes, each measured after its last task.',
      unit: 'By',
    })
    .addCallback((result) => result.observe(workers().reduce((sum, { memory }) => sum + memory, 0)))
  const durations = instruments.createHistogram('builder_build_duration_seconds', {
    description: 'Time from claiming a build to its end, by outcome.',
    unit: 's',
    advice: { explicitBucketBoundaries: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300] },
  })
  return (outcome, durationMs) => durations.record(durationMs / 1_000, { outcome })
}
