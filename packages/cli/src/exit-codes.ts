/** What the exit code of a command tells; part of what scripts rely on. */
export const exitCodes = {
  done: 0,
  /** Something unexpected, or `doctor` found something to mend. */
  failed: 1,
  /** The command line, a value or a file in it is not right. */
  usage: 2,
  notFound: 3,
  /** The system understood and does not do it: the token, the state of things, a rival. */
  refused: 4,
  /** The admin listener, or a service behind it, did not answer. */
  unreachable: 5,
  /** Ctrl-C at a question. */
  cancelled: 130,
} as const

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]
