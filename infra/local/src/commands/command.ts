import type { Say } from '../say.ts'

/** What a command is given; only `main.ts` knows the process behind it. */
export interface CommandContext {
  /** The project's root. */
  root: string
  /** Where the local system keeps everything. */
  data: string
  env: Readonly<NodeJS.ProcessEnv>
  args: readonly string[]
  tell: Say
  /** Aborts when the person, or whoever started us, wants it to end. */
  signal: AbortSignal
}

/** Does its work and answers the exit code. */
export type Command = (context: CommandContext) => Promise<number>
