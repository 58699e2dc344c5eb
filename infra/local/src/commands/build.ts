import { runInTerminal, withTools } from '../processes/run-in-terminal.ts'
import type { Command } from './command.ts'

/** Bundles every service and the client. Skips what has not changed. */
export const build: Command = async ({ root, env, args, signal }) => {
  // Bundles are copied into containers, whose user is another one.
  process.umask(0o022)
  const options = ['--output-logs=new-only', ...args]
  return runInTerminal('turbo', ['run', 'build', ...options], { cwd: root, env: withTools(root, env), signal })
}
