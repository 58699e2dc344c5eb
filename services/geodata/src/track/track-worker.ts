/** A worker thread of the track worker pool. */
import { constants, getPriority, setPriority } from 'node:os'
import { move, transferableSymbol, valueSymbol } from 'piscina'
import { type JobOrder, type JobResult, runJob } from './track-jobs.ts'

/**
 * When the processors are busy, the thread of the service gets three times as much of them: requests that need no worker come first, and the others
 * do not starve.
 */
const stepsBehind = 5

// On Linux each thread has its own priority.
if (process.platform === 'linux') {
  setPriority(Math.min(constants.priority.PRIORITY_LOW, getPriority() + stepsBehind))
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
