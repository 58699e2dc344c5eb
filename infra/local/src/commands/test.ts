import { chromiumPackage, ensureProgram } from '../servers/system-package.ts'
import { checkFilters } from '../tests/check-filters.ts'
import { runVitest } from '../tests/vitest.ts'
import { withTestServers } from '../tests/with-test-servers.ts'
import type { Command } from './command.ts'

/** Runs the tests against temporary servers. Arguments select tests, as those of vitest do. */
export const test: Command = async (context) => {
  const { root, args, report, signal } = context
  await checkFilters(root, args)
  report('starting servers for the tests')
  const chromium = await ensureProgram(chromiumPackage, report)
  const { exitCode, summary } = await withTestServers(context, ({ folder, env }) =>
    runVitest({ root, folder, env: { ...env, TEST_CHROMIUM: chromium }, args, signal }),
  )
  // The last line of all, so after the servers have stopped.
  report(summary)
  return exitCode
}
