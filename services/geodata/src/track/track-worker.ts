/** A worker thread of the track worker pool. */
import { constants, setPriority } from 'node:os'
import { move } from 'piscina'
import { type JobOrder, runJob } from './track-jobs.ts'

export { warmUp } from './warm-up.ts'

// On Linux each thread has its own priority: when the processors are busy, requests that need no worker come first.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

/** Transfers text as UTF-8 without a copy: copying megabytes would block the event loop of the service. */
export default function workOn(order: JobOrder): unknown {
  const result = runJob(order)
  return typeof result === 'string' ? move(new TextEncoder().encode(result)) : result
}
