import type { ErrorCode, Fault } from './generated/types.ts'

/** What an answer that is no success says. */
export interface Refusal {
  /** HTTP status. */
  status: number
  /** What happened. The list of codes may grow. Null when the answer is not the service's own, such as a proxy's. */
  code: ErrorCode | (string & {}) | null
  /** For a person: what happened, and what mends it. */
  detail: string
  /** Names the request in the service's logs: quote it to support. */
  requestId: string | null
  /** All that is wrong with what was sent: JSON Pointers into the body, or names of parameters. */
  faults: Fault[]
  /** Seconds after which the same call may succeed; null when the service does not say. */
  retryAfter: number | null
}

/** The service refused the call, or a proxy before it did. The message holds neither keys nor addresses. */
export class ApiError extends Error implements Refusal {
  override readonly name = 'ApiError'
  /** The operation's name in the OpenAPI document, e.g. `createRelease`. */
  readonly operation: string
  readonly status: number
  readonly code: Refusal['code']
  readonly detail: string
  readonly requestId: string | null
  readonly faults: Fault[]
  readonly retryAfter: number | null

  constructor(operation: string, refusal: Refusal) {
    const { status, code, detail, faults } = refusal
    const said = [detail, ...faults.map(({ pointer, message }) => `${pointer} ${message}`)].join('; ')
    super(`${operation}: ${status}${code === null ? '' : ` ${code}`}: ${said}`)
    this.operation = operation
    this.status = status
    this.code = code
    this.detail = detail
    this.requestId = refusal.requestId
    this.faults = faults
    this.retryAfter = refusal.retryAfter
  }
}

/** No answer came, or only a part of one; `cause` says why. A write may have had its effect all the same. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError'
  readonly operation: string
  /** Whether the time for the attempt was over. */
  readonly timedOut: boolean

  constructor(operation: string, { timedOut, cause }: { timedOut: boolean; cause: unknown }) {
    super(`${operation}: ${timedOut ? 'no answer in time' : 'the service was not reached, or the answer broke off'}`, {
      cause,
    })
    this.operation = operation
    this.timedOut = timedOut
  }
}
