import { join } from 'node:path'
import { runProgram } from '../processes/run-program.ts'
import { withTestServers } from '../tests/with-test-servers.ts'
import { build } from './build.ts'
import type { Command } from './command.ts'

/** The figures of speed of the bundled services, each against a limit measured in the same run. Arguments choose some of them. */
export const bench: Command = async (context) => {
  const { root, args, signal } = context
  const failed = await build({ ...context, args: [] })
  if (failed !== 0) return failed
  return withTestServers(context, ({ env }) =>
    runProgram([join('packages', 'acceptance', 'bench', 'main.ts'), ...args], { cwd: root, env, signal }),
  )
}
