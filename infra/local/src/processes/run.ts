import { join } from 'node:path'
import { execa } from 'execa'
import type { User } from '../unprivileged.ts'
import { UserFacingError } from '../user-facing-error.ts'

interface RunOptions {
  cwd?: string
  /** The whole environment; that of this process by default. */
  env?: Readonly<NodeJS.ProcessEnv>
  user?: User | undefined
  /** Interrupts the command, as Ctrl-C does. It gets all the time that it needs to end. */
  signal?: AbortSignal
}

export interface RunResult {
  code: number
  /** Standard output and standard error, interleaved. */
  output: string
}

/** Runs a command to its end. Never throws for an exit code. */
export async function run(command: string, args: readonly string[], options: RunOptions = {}): Promise<RunResult> {
  const { cwd = process.cwd(), env = process.env, user, signal: cancelSignal } = options
  cancelSignal?.throwIfAborted()
  const stopping = { ...(cancelSignal && { cancelSignal }), killSignal: 'SIGINT', forceKillAfterDelay: false } as const
  const settings = {
    cwd,
    env,
    extendEnv: false,
    stdin: 'ignore',
    all: true,
    reject: false,
    ...stopping,
    ...user,
  } as const
  const { exitCode, signal, all, originalMessage } = await execa(command, args, settings)
  if (exitCode === undefined && signal === undefined)
    throw new UserFacingError(`${command} can't be run: ${originalMessage}`)
  return { code: exitCode ?? 1, output: all }
}

/** Runs a command that must succeed and returns its output. */
export async function mustRun(command: string, args: readonly string[]): Promise<string> {
  const { code, output } = await run(command, args)
  if (code === 0) return output
  throw new UserFacingError(`${command} failed: ${output.trim().split('\n').at(-1) || `exit code ${code}`}`)
}

/** Puts the programs of the dependencies first in PATH, so that tools run under Node 24 with their pinned versions. */
export const withTools = (root: string, env: Readonly<NodeJS.ProcessEnv>): NodeJS.ProcessEnv => ({
  ...env,
  PATH: `${join(root, 'node_modules', '.bin')}:${env.PATH}`,
})

interface TerminalOptions {
  cwd: string
  env: Readonly<NodeJS.ProcessEnv>
  /** Asks the program to stop. It gets all the time that it needs to stop what it started. */
  signal: AbortSignal
}

/** Runs a program on this terminal and returns its exit code. */
export async function runInTerminal(command: string, args: readonly string[], { signal, ...options }: TerminalOptions) {
  const stopping = { cancelSignal: signal, forceKillAfterDelay: false, reject: false } as const
  const settings = { ...options, ...stopping, extendEnv: false, stdio: 'inherit' } as const
  const { exitCode = 1 } = await execa(command, args, settings)
  return exitCode
}
