import { chromiumPackage, ensureProgram } from '../servers/system-package.ts'
import { runVitest } from '../tests/vitest.ts'
import { withTestServers } from '../tests/with-test-servers.ts'
import type { Command } from './command.ts'

/** Runs every test against servers of its own, which go when it ends. Arguments narrow it down as vitest's own do. */
export const test: Command = async (context) => {
  const { root, args, tell, signal } = context
  tell('starting servers for the tests')
  const chromium = await ensureProgram(chromiumPackage, tell)
  const { exitCode, summary } = await withTestServers(context, ({ folder, env }) =>
    runVitest({ root, folder, env: { ...env, TEST_CHROMIUM: chromium }, args, signal }),
  )
  // The last line of all, so after the servers have gone.
  tell(summary ?? 'tests: the run ended before anything could be counted')
  return exitCode
}
