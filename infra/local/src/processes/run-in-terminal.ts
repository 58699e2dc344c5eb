import { join } from 'node:path'
import { execa } from 'execa'

export interface TerminalOptions {
  cwd: string
  env: Readonly<NodeJS.ProcessEnv>
  /** Asks the program to stop. It gets all the time that it needs to stop what it started. */
  signal: AbortSignal
}

/** Puts the programs of the dependencies first in PATH, so that tools run under Node 24 with their pinned versions. */
export const withTools = (root: string, env: Readonly<NodeJS.ProcessEnv>): NodeJS.ProcessEnv => ({
  ...env,
  PATH: `${join(root, 'node_modules', '.bin')}:${env.PATH}`,
})

/** Runs a program on this terminal and returns its exit code. */
export async function runInTerminal(
  command: string,
  args: readonly string[],
  { cwd, env, signal }: TerminalOptions,
): Promise<number> {
  const { exitCode = 1 } = await execa(command, args, {
    cwd,
    env,
    extendEnv: false,
    stdio: 'inherit',
    cancelSignal: signal,
    forceKillAfterDelay: false,
    reject: false,
  })
  return exitCode
}
