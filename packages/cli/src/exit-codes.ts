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
