import { join } from 'node:path'
import { execa } from 'execa'
import { signalGroup } from '../processes/child.ts'
import { readJson } from '../state/json-file.ts'

export interface TestRun {
  exitCode: number
  /** The counts in one line. */
  summary: string
}

/** The part of vitest's JSON report that we read. */
interface JsonReport {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: { status: string }[]
}

function summarize(report: JsonReport, seconds: number): string {
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = report
  const brokenFiles = testResults.filter(({ status }) => status === 'failed').length
  const failed = numFailedTests === 0 && brokenFiles > 0 ? `${brokenFiles} files failed` : `${numFailedTests} failed`
  const skipped = numPendingTests + numTodoTests
  return `tests: ${numPassedTests} passed, ${failed}, ${skipped} skipped in ${testResults.length} files, ${seconds} s`
}

export interface VitestOptions {
  root: string
  /** The JSON report is written here. */
  folder: string
  env: Readonly<NodeJS.ProcessEnv>
  args: readonly string[]
  signal: AbortSignal
}

/** Runs vitest over the selected projects on this terminal. */
export async function runVitest({ root, folder, env, args, signal }: VitestOptions): Promise<TestRun> {
  const startedAt = performance.now()
  const reportFile = join(folder, 'report.json')
  const program = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`]
  const vitest = execa(process.execPath, [program, 'run', ...reporters, ...args], {
    cwd: root,
    env,
    extendEnv: false,
    stdio: 'inherit',
    detached: true,
    reject: false,
  })
  const { pid } = vitest
  const stop = () => pid !== undefined && signalGroup(pid, 'SIGTERM')
  signal.addEventListener('abort', stop)
  const { exitCode = 1 } = await vitest
  signal.removeEventListener('abort', stop)
  // Workers that outlived the run, and the processes that they started, end with it.
  if (pid !== undefined) signalGroup(pid, 'SIGKILL')
  const report = readJson<JsonReport>(reportFile)
  if (!report) return { exitCode, summary: 'tests: the run ended without a report' }
  const summary = summarize(report, Math.round((performance.now() - startedAt) / 1000))
  // Vitest succeeds when a title filter matches nothing.
  if (exitCode === 0 && report.numPassedTests === 0) return { exitCode: 1, summary: `${summary}: no test ran` }
  return { exitCode, summary }
}
