import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Meter } from '@opentelemetry/api'

/** Memory and processor time of the process, and the longest delay of its event loop. */
export function observeProcess(meter: Meter): void {
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  meter
    .createObservableGauge('nodejs.eventloop.delay.max', {
      unit: 's',
      description: 'Longest delay of the event loop since the previous collection.',
    })
    .addCallback((result) => {
      // Nanoseconds; they include the sampling resolution.
      result.observe(delay.max / 1e9)
      delay.reset()
    })
  meter
    .createObservableGauge('process.memory.usage', { unit: 'By', description: 'Resident memory.' })
    .addCallback((result) => result.observe(process.memoryUsage.rss()))
  meter
    .createObservableCounter('process.cpu.time', { unit: 's', description: 'Processor time used.' })
    .addCallback((result) => {
      const { user, system } = process.cpuUsage()
      result.observe((user + system) / 1e6)
    })
}
