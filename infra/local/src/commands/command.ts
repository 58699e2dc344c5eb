import type { Report } from '../report.ts'

/** The input of a command. */
export interface CommandContext {
  /** The project's root. */
  root: string
  /** The data folder of the local system. */
  data: string
  env: Readonly<NodeJS.ProcessEnv>
  args: readonly string[]
  report: Report
  /** Aborts when the person or the parent process asks for the end. */
  signal: AbortSignal
}

/** Does its work and returns the exit code. */
export type Command = (context: CommandContext) => Promise<number>
