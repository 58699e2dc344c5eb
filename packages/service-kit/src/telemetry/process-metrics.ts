import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Meter } from '@opentelemetry/api'

/** What the process itself uses: memory, processor time, and how long its event loop was held up. */
export function observeProcess(meter: Meter): void {
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  meter
    .createObservableGauge('nodejs.eventloop.delay.max', {
      unit: 's',
      description: 'Longest delay of the event loop since the last look at the metrics.',
    })
    .addCallback((result) => {
      // Nanoseconds; they include the resolution by which the loop is asked.
      result.observe(delay.max / 1e9)
      delay.reset()
    })
  meter
    .createObservableGauge('process.memory.usage', { unit: 'By', description: 'Memory in use (resident set).' })
    .addCallback((result) => result.observe(process.memoryUsage.rss()))
  meter
    .createObservableCounter('process.cpu.time', { unit: 's', description: 'Processor time that was used.' })
    .addCallback((result) => {
      const { user, system } = process.cpuUsage()
      result.observe((user + system) / 1e6)
    })
}
