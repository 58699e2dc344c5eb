import { backoffMs, isOutage, ServiceError } from '@guidebook/service-kit'
import { RenderTimeout, RenderWorkerLost } from '../render/render-process.ts'
import { BuildAbandoned } from './build.ts'

/** What a person reads in the audit log. */
export interface Failure {
  code: string
  message: string
}

/** Another attempt would end the same way: the build fails at once, visibly. The message is for the operator. */
export class FatalBuildError extends Error {
  override readonly name = 'FatalBuildError'
  readonly code: string
  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

export type Verdict =
  /** No longer wanted or no longer ours. */
  | { outcome: 'abandoned'; reason: BuildAbandoned['reason'] }
  /** Something it needs is away: tried again without counting. */
  | { outcome: 'waits'; failure: Failure }
  /** An error of its own; no attempt follows the one with the number `mostAttempts`. */
  | { outcome: 'failed'; failure: Failure; mostAttempts: number }

/** What the end of a build with an error means. `aborted` is why its signal was aborted, when it was. */
export function judge(error: unknown, aborted: unknown): Verdict {
  // Whatever else broke while it was being called off broke because of that.
  if (aborted instanceof BuildAbandoned) return { outcome: 'abandoned', reason: aborted.reason }
  if (error instanceof BuildAbandoned) return { outcome: 'abandoned', reason: error.reason }
  if (error instanceof ServiceError && error.code === 'generation-superseded') {
    return { outcome: 'abandoned', reason: 'superseded' }
  }
  if (isOutage(error)) return { outcome: 'waits', failure: waiting(error) }
  if (error instanceof FatalBuildError) {
    return { outcome: 'failed', failure: { code: error.code, message: error.message }, mostAttempts: 1 }
  }
  // Whatever takes so long once takes so long again, and other accounts wait meanwhile.
  if (error instanceof RenderTimeout) return { outcome: 'failed', failure: tooLong, mostAttempts: 1 }
  // What the build waited for may have been slow, so it gets one more attempt.
  if (isTimeout(aborted)) return { outcome: 'failed', failure: tooLong, mostAttempts: 2 }
  // A worker that was killed from outside deserves a second attempt; one that the content kills does not get a third.
  if (error instanceof RenderWorkerLost) return { outcome: 'failed', failure: workerLost, mostAttempts: 2 }
  return { outcome: 'failed', failure: unexpected, mostAttempts: Number.POSITIVE_INFINITY }
}

const waiting = (error: unknown): Failure => ({
  code: 'part-unavailable',
  message: `Waiting: ${(error instanceof ServiceError && error.detail) || 'something that the build needs is not available'}.`,
})

/** Of the signal that ends a build after `BUILD_TIMEOUT`. */
const isTimeout = (error: unknown): boolean => error instanceof DOMException && error.name === 'TimeoutError'

const remedy =
  'Shorten its texts, lists and tables, or split it into several guidebooks: the next change builds it again.'

const tooLong: Failure = {
  code: 'build-too-long',
  message: `Building the guidebook took too long and was ended. ${remedy}`,
}

const workerLost: Failure = {
  code: 'render-worker-lost',
  message: `The process that drew the guidebook ended before it was done, most likely for want of memory. ${remedy}`,
}

/** What it was stands in the log, under the request's id; it may hold what is no operator's business. */
const unexpected: Failure = {
  code: 'internal-error',
  message: 'The build ended with an unexpected error. Support finds it by the request id.',
}

const second = 1_000

/** Milliseconds before a build is tried again after so many outages: short, so that the queue drains soon after an outage. */
export const waitMs = (waits: number): number => backoffMs(waits, { firstMs: second, longestMs: 10 * second })

/** Milliseconds until the next attempt after so many failed ones. */
export const retryMs = (attempts: number): number => Math.min(60 * second, 2 * second * 4 ** Math.min(attempts, 10))
