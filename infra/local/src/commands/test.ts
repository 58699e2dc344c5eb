/** Commands that run tests or benchmarks. Arguments select them, as those of vitest do. */
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runInTerminal, withTools } from '../processes/run.ts'
import {
  chromiumPackage,
  ensureOptionalProgram,
  ensureProgram,
  gpsbabelPackage,
  kubectlPackage,
  prometheusPackage,
} from '../servers/system-package.ts'
import { openWorkspace, throwawayFolder } from '../state/workspace.ts'
import { checkFilters } from '../tests/check-filters.ts'
import { createRunFolder, memoryOrDisk } from '../tests/run-folder.ts'
import { runVitest } from '../tests/vitest.ts'
import type { Command, CommandContext } from './command.ts'
import { build } from './tools.ts'

/** Runs the work with a temporary folder, and removes it. */
async function withFolder<T>(folder: string, work: (folder: string) => Promise<T>): Promise<T> {
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Runs the work with temporary servers, whose data is in the folder. The environment names their addresses. */
async function withTestServers<T>(
  { root, env, report, signal }: CommandContext,
  data: string,
  work: (env: NodeJS.ProcessEnv) => Promise<T>,
): Promise<T> {
  const { startTestServers } = await import('../tests/test-servers.ts')
  const servers = await startTestServers(await openWorkspace(root, data), report, signal)
  try {
    return await work({ ...withTools(root, env), ...servers.env })
  } finally {
    await servers.stop()
  }
}

/** Runs the tests against temporary servers. */
export const test: Command = async (context) => {
  const { root, env, args, report, signal } = context
  await checkFilters(root, args)
  report('starting servers for the tests')
  const chromium = await ensureProgram(chromiumPackage, report, signal)
  const kubectl = await ensureProgram(kubectlPackage, report, signal)
  const prometheus = await ensureProgram(prometheusPackage, report, signal)
  const gpsbabel = await ensureOptionalProgram(gpsbabelPackage, report, signal)
  const programs = {
    TEST_CHROMIUM: chromium,
    TEST_KUBECTL: kubectl,
    TEST_PROMETHEUS: prometheus,
    ...(gpsbabel !== undefined && { TEST_GPSBABEL: gpsbabel }),
  }
  // The long form fills gigabytes.
  const parent = env.SOAK === undefined ? memoryOrDisk() : tmpdir()
  const { exitCode, summary } = await withFolder(createRunFolder(parent), (folder) =>
    withTestServers(context, join(folder, 'servers'), (addresses) =>
      // Whatever the tests leave there goes with the folder.
      runVitest({ root, folder, env: { ...addresses, ...programs, TMPDIR: folder }, args, signal }),
    ),
  )
  // The last line of all, so after the servers have stopped.
  report(summary)
  return exitCode
}

/** Runs the tests in their long form: many times the load, the faults and the generated requests, and properties with a new seed. */
export const soak: Command = (context) => test({ ...context, env: { ...context.env, SOAK: '1' } })

/** Only tests beside the code remain: they need no server. */
export const unitTests = ['--exclude=*/*/test/**', '--exclude=*/*/noisy-neighbour/**']

/** Runs the tests that need no server. */
export const testUnit: Command = async ({ root, env, args, report, signal }) => {
  const selection = [...unitTests, ...args]
  await checkFilters(root, selection)
  const { exitCode, summary } = await withFolder(await throwawayFolder('test-unit'), (folder) =>
    runVitest({ root, folder, env: withTools(root, env), args: selection, signal }),
  )
  report(summary)
  return exitCode
}

/** Measures the bundled services, each against a limit from the same run. */
export const bench: Command = async (context) => {
  const { root, args, signal } = context
  const failed = await build({ ...context, args: [] })
  if (failed !== 0) return failed
  const main = join('packages', 'acceptance', 'bench', 'main.ts')
  // On a disk, as in production.
  return withFolder(await throwawayFolder('bench'), (folder) =>
    withTestServers(context, folder, (env) =>
      runInTerminal(process.execPath, [main, ...args], { cwd: root, env, signal }),
    ),
  )
}
