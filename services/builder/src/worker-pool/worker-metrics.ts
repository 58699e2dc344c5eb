import { meter } from '@guidebook/service-kit'

/** Observes the number and the memory of worker processes. */
export function workerMetrics(workers: () => readonly { memory: number }[]): void {
  const instruments = meter('builder')
  instruments
    .createObservableGauge('builder_render_workers', { description: 'Processes that draw or decode images.' })
    .addCallback((result) => result.observe(workers().length))
  instruments
    .createObservableGauge('builder_render_memory_bytes', {
      description: 'Total resident memory of these processes, each measured after its last task.',
      unit: 'By',
    })
    .addCallback((result) => result.observe(workers().reduce((sum, { memory }) => sum + memory, 0)))
}
