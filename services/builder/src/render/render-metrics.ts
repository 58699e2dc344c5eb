import { meter } from '@guidebook/service-kit'
import type { Renderer } from './renderer.ts'

/** How many workers there are, and what they take. */
export function renderMetrics(renderer: Pick<Renderer, 'workers'>): void {
  const instruments = meter('builder')
  instruments
    .createObservableGauge('builder_render_workers', { description: 'Processes that draw or decode pictures.' })
    .addCallback((result) => result.observe(renderer.workers().length))
  instruments
    .createObservableGauge('builder_render_memory_bytes', {
      description: 'Resident memory of these processes together, each after its last task.',
      unit: 'By',
    })
    .addCallback((result) => result.observe(renderer.workers().reduce((sum, { memory }) => sum + memory, 0)))
}
