import type { ExitCode } from './exit-codes.ts'

/** One thing that is wrong, with a JSON Pointer into what was sent, or the name of an option. */
export interface FailureDetail {
  pointer: string
  message: string
}

export interface FailureOptions {
  /** From the contracts' catalogue when the system refused; else of our own. */
  code: string
  exitCode: ExitCode
  details?: readonly FailureDetail[]
  /** What mends it. */
  hint?: string | undefined
  requestId?: string | undefined
  cause?: unknown
}

/** How a command ends that does not do what it was asked; the message is for a person. */
export class Failure extends Error {
  override readonly name = 'Failure'
  readonly code: string
  readonly exitCode: ExitCode
  readonly details: readonly FailureDetail[]
  readonly hint: string | undefined
  readonly requestId: string | undefined

  constructor(message: string, { code, exitCode, details = [], hint, requestId, cause }: FailureOptions) {
    super(message, { cause })
    this.code = code
    this.exitCode = exitCode
    this.details = details
    this.hint = hint
    this.requestId = requestId
  }
}
