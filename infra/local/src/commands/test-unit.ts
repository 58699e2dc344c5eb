import { rmSync } from 'node:fs'
import { withTools } from '../processes/run-in-terminal.ts'
import { throwawayFolder } from '../state/workspace.ts'
import { checkFilters } from '../tests/check-filters.ts'
import { runVitest } from '../tests/vitest.ts'
import type { Command } from './command.ts'

/** Only tests beside the code remain: they need no server. */
const unitTests = ['--exclude=test/**', '--project=!noisy-neighbour']

/** Runs the tests that need no server. Arguments select tests, as those of vitest do. */
export const testUnit: Command = async ({ root, env, args, report, signal }) => {
  const selection = [...unitTests, ...args]
  await checkFilters(root, selection)
  const folder = await throwawayFolder('test-unit')
  try {
    const { exitCode, summary } = await runVitest({ root, folder, env: withTools(root, env), args: selection, signal })
    report(summary)
    return exitCode
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
