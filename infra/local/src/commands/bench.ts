import { join } from 'node:path'
import { runInTerminal } from '../processes/run-in-terminal.ts'
import { withTestServers } from '../tests/with-test-servers.ts'
import { build } from './build.ts'
import type { Command } from './command.ts'

/** Measures the bundled services, each against a limit from the same run. Arguments select benchmarks. */
export const bench: Command = async (context) => {
  const { root, args, signal } = context
  const failed = await build({ ...context, args: [] })
  if (failed !== 0) return failed
  const main = join('packages', 'acceptance', 'bench', 'main.ts')
  return withTestServers(context, ({ env }) =>
    runInTerminal(process.execPath, [main, ...args], { cwd: root, env, signal }),
  )
}
