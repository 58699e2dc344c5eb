import { backoffMs, isOutage, ServiceError } from '@guidebook/service-kit'
import { TaskTimeoutError, WorkerLostError } from '../worker-pool/worker-process.ts'
import { BuildAbandonedError } from './build.ts'

/** A failure as the audit log shows it. */
export interface Failure {
  code: string
  message: string
}

/** Another attempt would end the same way, so the build fails at once. The message is for the operator. */
export class FatalBuildError extends Error {
  override readonly name = 'FatalBuildError'
  readonly code: string
  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

export type Verdict =
  /** The build is no longer needed, or another process holds it. */
  | { outcome: 'abandoned'; reason: BuildAbandonedError['reason'] }
  /** A dependency is unavailable: retried without counting an attempt. */
  | { outcome: 'waits'; failure: Failure }
  /** An error of the build itself; there are at most `mostAttempts` attempts. */
  | { outcome: 'failed'; failure: Failure; mostAttempts: number }

/** Classifies the error that ended a build. `aborted` is the reason of its signal, if that was aborted. */
export function classifyFailure(error: unknown, aborted: unknown): Verdict {
  // Errors after an abort are caused by the abort.
  if (aborted instanceof BuildAbandonedError) return { outcome: 'abandoned', reason: aborted.reason }
  if (error instanceof BuildAbandonedError) return { outcome: 'abandoned', reason: error.reason }
  if (error instanceof ServiceError && error.code === 'generation-superseded') {
    return { outcome: 'abandoned', reason: 'superseded' }
  }
  if (isOutage(error)) return { outcome: 'waits', failure: waiting(error) }
  if (error instanceof FatalBuildError) {
    return { outcome: 'failed', failure: { code: error.code, message: error.message }, mostAttempts: 1 }
  }
  // Another attempt would take as long, while other accounts wait.
  if (error instanceof TaskTimeoutError) return { outcome: 'failed', failure: tooLong, mostAttempts: 1 }
  // A dependency may have been slow, so the build gets one more attempt.
  if (isTimeout(aborted)) return { outcome: 'failed', failure: tooLong, mostAttempts: 2 }
  // A second attempt, since the worker may have been killed from outside; no third, since the content may kill it.
  if (error instanceof WorkerLostError) return { outcome: 'failed', failure: workerLost, mostAttempts: 2 }
  return { outcome: 'failed', failure: unexpected, mostAttempts: Number.POSITIVE_INFINITY }
}

const waiting = (error: unknown): Failure => ({
  code: 'part-unavailable',
  message: `Waiting: ${(error instanceof ServiceError && error.detail) || 'something that the build needs is not available'}.`,
})

/** Whether the signal that limits a build to `BUILD_TIMEOUT` has fired. */
const isTimeout = (error: unknown): boolean => error instanceof DOMException && error.name === 'TimeoutError'

const remedy =
  'Shorten its texts, lists and tables, or split it into several guidebooks: the next change builds it again.'

const tooLong: Failure = {
  code: 'build-too-long',
  message: `Building the guidebook took too long and was stopped. ${remedy}`,
}

const workerLost: Failure = {
  code: 'render-worker-lost',
  message: `The process that drew the guidebook ended unexpectedly, most likely because it ran out of memory. ${remedy}`,
}

/** Generic message for the operator; details are logged under the request id. */
const unexpected: Failure = {
  code: 'internal-error',
  message: 'The build ended with an unexpected error. Give support the request id.',
}

/** Delay before a build that waits for a dependency is retried, milliseconds. Short, so that the queue drains soon after the dependency is back. */
export const waitMs = (waits: number): number => backoffMs(waits, { firstMs: 1_000, longestMs: 10_000 })

/** Delay before the next attempt after this many failed attempts, milliseconds. */
export const retryMs = (attempts: number): number => Math.min(60_000, 2_000 * 4 ** Math.min(attempts, 10))
