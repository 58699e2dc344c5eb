/** A worker thread of the track worker pool. */
import { constants, getPriority, setPriority } from 'node:os'
import { move, transferableSymbol, valueSymbol } from 'piscina'
import { type JobOrder, type JobResult, runJob } from './track-jobs.ts'

/**
 * When the processors are busy, a worker gets a third of the time of the service's own thread: requests that need no worker come first, and workers do
 * not starve.
 */
const niceIncrement = 5

// On Linux each thread has its own priority.
if (process.platform === 'linux') {
  setPriority(Math.min(constants.priority.PRIORITY_LOW, getPriority() + niceIncrement))
}

export default function workOn(order: JobOrder) {
  const begun = process.threadCpuUsage()
  const result = runJob(order)
  const text = typeof result === 'string' ? new TextEncoder().encode(result) : undefined
  const { user, system } = process.threadCpuUsage(begun)
  const done: JobResult = { result: text ?? result, cpuMs: (user + system) / 1_000 }
  // Text is transferred without a copy: copying megabytes would block the event loop of the service.
  return text ? move({ [transferableSymbol]: text.buffer, [valueSymbol]: done }) : done
}
