import { runInTerminal, withTools } from '../processes/run-in-terminal.ts'
import type { Command } from './command.ts'

/** Formats all files, or those of the arguments, and applies Biome's safe fixes. */
export const fix: Command = ({ root, env, args, signal }) =>
  runInTerminal('biome', ['check', '--write', '--error-on-warnings', ...(args.length > 0 ? args : ['.'])], {
    cwd: root,
    env: withTools(root, env),
    signal,
  })
