import type { ExitCode } from './exit-codes.ts'

/** One fault, with a JSON Pointer into the request, or the name of an option. */
export interface ErrorDetail {
  pointer: string
  message: string
}

export interface CommandErrorOptions {
  /** From the contracts' catalogue when the system refused the request; otherwise a code of this program. */
  code: string
  exitCode: ExitCode
  details?: readonly ErrorDetail[]
  /** What to do. */
  hint?: string | undefined
  requestId?: string | undefined
  cause?: unknown
}

/** Ends a command with an exit code; the message is for people. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
  readonly code: string
  readonly exitCode: ExitCode
  readonly details: readonly ErrorDetail[]
  readonly hint: string | undefined
  readonly requestId: string | undefined

  constructor(message: string, { code, exitCode, details = [], hint, requestId, cause }: CommandErrorOptions) {
    super(message, { cause })
    this.code = code
    this.exitCode = exitCode
    this.details = details
    this.hint = hint
    this.requestId = requestId
  }
}
