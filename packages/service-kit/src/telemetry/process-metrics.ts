import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'
import type { Meter } from '@opentelemetry/api'

/** Memory and processor time of the process, its start, and how busy its event loop is. */
export function observeProcess(meter: Meter): void {
  const gauge = (name: string, unit: string, description: string, read: () => number) =>
    meter.createObservableGauge(name, { unit, description }).addCallback((result) => result.observe(read()))

  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  gauge('nodejs.eventloop.delay.max', 's', 'Longest delay of the event loop since the previous collection.', () => {
    // Nanoseconds; they include the sampling resolution.
    const seconds = delay.max / 1e9
    delay.reset()
    return seconds
  })
  let collected = performance.eventLoopUtilization()
  gauge(
    'nodejs.eventloop.utilization',
    '1',
    'Part of the time since the previous collection that was not idle.',
    () => {
      const now = performance.eventLoopUtilization()
      const { utilization } = performance.eventLoopUtilization(now, collected)
      collected = now
      return utilization
    },
  )
  gauge('v8js.memory.heap.used', 'By', 'Used memory of the JavaScript heap.', () => getHeapStatistics().used_heap_size)
  gauge('v8js.memory.heap.limit', 'By', 'Limit of the JavaScript heap.', () => getHeapStatistics().heap_size_limit)
  gauge('process.memory.usage', 'By', 'Resident memory.', () => process.memoryUsage.rss())
  gauge('process.start_time', 's', 'Start of the process, Unix time.', () => performance.timeOrigin / 1_000)
  meter
    .createObservableCounter('process.cpu.time', { unit: 's', description: 'Processor time used.' })
    .addCallback((result) => {
      const { user, system } = process.cpuUsage()
      result.observe((user + system) / 1e6)
    })
}
