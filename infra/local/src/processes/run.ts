import { execa } from 'execa'
import { UserFacingError } from '../user-facing-error.ts'
import type { User } from './child.ts'

export interface RunOptions {
  cwd?: string
  /** The whole environment; that of this process by default. */
  env?: Readonly<NodeJS.ProcessEnv>
  user?: User | undefined
}

export interface RunResult {
  code: number
  /** Standard output and standard error, interleaved. */
  output: string
}

/** Runs a command to its end. Never throws for an exit code. */
export async function run(command: string, args: readonly string[], options: RunOptions = {}): Promise<RunResult> {
  const { cwd = process.cwd(), env = process.env, user } = options
  const result = await execa(command, args, {
    cwd,
    env,
    extendEnv: false,
    stdin: 'ignore',
    all: true,
    reject: false,
    ...user,
  })
  const { exitCode, signal } = result
  if (exitCode === undefined && signal === undefined)
    throw new UserFacingError(`${command} can't be run: ${result.originalMessage}`)
  return { code: exitCode ?? 1, output: result.all }
}

/** Runs a command that must succeed and returns its output. */
export async function mustRun(command: string, args: readonly string[], options: RunOptions = {}): Promise<string> {
  const { code, output } = await run(command, args, options)
  if (code === 0) return output
  throw new UserFacingError(`${command} failed: ${output.trim().split('\n').at(-1) || `exit code ${code}`}`)
}
