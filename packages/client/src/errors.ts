import type { ErrorCode, Fault } from './generated/types.ts'

/** What the service says about a refused call. */
export interface ProblemDetails {
  /** HTTP status. */
  status: number
  /** Identifies the kind of error. The list of codes may grow. Null when the response is not from the service, but from a proxy. */
  code: ErrorCode | (string & {}) | null
  /** What the code means. Null when the response is not from the service. */
  title: string | null
  /** For people: what is wrong, then what to do. */
  detail: string
  /** Identifies the request in the service's logs. Quote it to support. */
  requestId: string | null
  /** All faults of the request: JSON Pointers into the body, or names of parameters. */
  faults: Fault[]
  /** Seconds after which the same call may succeed; null when the service does not say. */
  retryAfter: number | null
}

/** The service, or a proxy in front of it, refused the call. The message contains no key and no address. */
export class ApiError extends Error implements ProblemDetails {
  override readonly name = 'ApiError'
  /** The operation's name in the OpenAPI document, e.g. `createRelease`. */
  readonly operation: string
  declare readonly status: number
  declare readonly code: ProblemDetails['code']
  declare readonly title: string | null
  declare readonly detail: string
  declare readonly requestId: string | null
  declare readonly faults: Fault[]
  declare readonly retryAfter: number | null

  constructor(operation: string, problem: ProblemDetails) {
    const { status, code, detail, faults } = problem
    const parts = [detail, ...faults.map(({ pointer, message }) => `${pointer} ${message}`)].join('; ')
    super(`${operation}: ${status}${code === null ? '' : ` ${code}`}: ${parts}`)
    this.operation = operation
    Object.assign(this, problem)
  }
}

/** No complete response arrived; `cause` says why. A write may have had its effect all the same. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError'
  readonly operation: string
  /** Whether the time limit of the attempt passed. */
  readonly timedOut: boolean

  constructor(operation: string, { timedOut, cause }: { timedOut: boolean; cause: unknown }) {
    const what = timedOut ? 'no response in time' : 'the service could not be reached, or the response was cut off'
    super(`${operation}: ${what}`, { cause })
    this.operation = operation
    this.timedOut = timedOut
  }
}
