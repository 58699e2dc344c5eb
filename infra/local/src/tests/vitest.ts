import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { signalGroup } from '../processes/child.ts'
import { readJson } from '../state/json-file.ts'

export interface TestRun {
  exitCode: number
  /** One line that counts; undefined when the run ended before there was anything to count. */
  summary: string | undefined
}

/** The part of vitest's JSON report that we read. */
interface Report {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: { status: string }[]
}

const summarise = (
  { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults }: Report,
  seconds: number,
) => {
  const brokenFiles = testResults.filter(({ status }) => status === 'failed').length
  const failed = numFailedTests === 0 && brokenFiles > 0 ? `${brokenFiles} files failed` : `${numFailedTests} failed`
  return `tests: ${numPassedTests} passed, ${failed}, ${numPendingTests + numTodoTests} skipped in ${testResults.length} files, ${seconds} s`
}

export interface VitestOptions {
  root: string
  /** Where the report is written. */
  folder: string
  env: Readonly<NodeJS.ProcessEnv>
  args: readonly string[]
  signal: AbortSignal
}

/** Runs vitest over all projects, shows what it shows, and counts in the end. */
export async function runVitest({ root, folder, env, args, signal }: VitestOptions): Promise<TestRun> {
  const began = performance.now()
  const report = join(folder, 'report.json')
  const program = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const child = spawn(process.execPath, [program, 'run', ...reporters, ...args], {
    cwd: root,
    env,
    stdio: 'inherit',
    detached: true,
  })
  const pid = child.pid
  const end = () => {
    if (pid !== undefined) signalGroup(pid, 'SIGTERM')
  }
  signal.addEventListener('abort', end)
  const exitCode = await new Promise<number>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })
  signal.removeEventListener('abort', end)
  // Workers that outlived the run, and what they had started, end with it.
  if (pid !== undefined) signalGroup(pid, 'SIGKILL')
  const counted = readJson<Report>(report)
  return { exitCode, summary: counted && summarise(counted, Math.round((performance.now() - began) / 1000)) }
}
