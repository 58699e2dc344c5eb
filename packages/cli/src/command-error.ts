/** Exit codes of commands. Scripts rely on them. */
export const exitCodes = {
  done: 0,
  /** An unexpected error, or `doctor` found a problem. */
  failed: 1,
  /** The command line, a value or a file is invalid. */
  usage: 2,
  notFound: 3,
  /** The system refused the request: wrong token, or a conflict with the current state. */
  refused: 4,
  /** The admin listener, or a service behind it, is unavailable. */
  unreachable: 5,
  /** Ctrl-C at a prompt. */
  cancelled: 130,
} as const

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

interface Explanation {
  /** Each fault, with a JSON Pointer into the request, or the name of an option. */
  details?: readonly { pointer: string; message: string }[]
  /** What to do. */
  hint?: string | undefined
  requestId?: string | null
}

/**
 * Ends a command with an exit code. `message` is for people. `code` is from the contracts' catalogue when the system refused the
 * request, otherwise from this program.
 */
export class CommandError extends Error {
  override readonly name = 'CommandError'
  readonly exit: keyof typeof exitCodes
  readonly code: string
  readonly explanation: Explanation

  constructor(exit: keyof typeof exitCodes, code: string, message: string, explanation: Explanation = {}) {
    super(message)
    this.exit = exit
    this.code = code
    this.explanation = explanation
  }

  get exitCode(): ExitCode {
    return exitCodes[this.exit]
  }
}

/** Whether the system says that something does not exist. */
export const isNotFound = (error: unknown): boolean =>
  error instanceof CommandError && error.exitCode === exitCodes.notFound
