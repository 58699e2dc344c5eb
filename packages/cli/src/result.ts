import type { AdminRequest } from './admin/request.ts'
import type { ExitCode } from './command-error.ts'
import type { Block } from './output/layout.ts'

/** The result of a command. */
export interface Result {
  /** Written to standard output with `--json`. */
  json: unknown
  /** Written to standard output without `--json`. */
  show: Block
  /** For people, written to standard error. */
  notes?: readonly string[]
  exitCode?: ExitCode
}

/** A change that was checked as far as reading allows, and is not made yet. */
export interface Plan {
  /** In the order in which they are sent. */
  requests: readonly AdminRequest[]
  /** What the checks found, for people. */
  notes?: readonly string[]
  /** The result of a dry run of a change that sends no request. */
  preview?: Result
  /** Question to a person at a terminal, for a change that cannot be undone. */
  confirm?: string
  execute(): Promise<Result>
}
