import { execa } from 'execa'
import { withTools } from '../processes/run-in-terminal.ts'
import type { Report } from '../report.ts'
import type { Command } from './command.ts'

const tasks = ['typecheck', 'lint', 'lint:root', 'lint:imports', 'lint:unused', 'lint:words']

/** A line of turbo's NDJSON output. */
interface LogLine {
  /** `turbo` or `<package>#<task>`. */
  source: string
  level: 'info' | 'warn' | 'error' | 'stdout' | 'stderr'
  text: string
}

const parseLines = (output: string): LogLine[] =>
  output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))

/** Turbo and pnpm surround the output of a task with their own lines. */
const isNoise = (text: string) => text === '' || /^(cache miss|> )|ELIFECYCLE/.test(text)

function reportFailures(report: Report, lines: readonly LogLine[]): void {
  let previous = ''
  for (const { source, text } of lines) {
    if (source === 'turbo' || isNoise(text)) continue
    if (source !== previous) report(`\n${source}`)
    previous = source
    report(text)
  }
}

/** The value of a line in turbo's summary, such as `Failed:    builder#lint`. */
const summaryOf = (lines: readonly LogLine[], name: string) =>
  lines.find(({ source, text }) => source === 'turbo' && text.trimStart().startsWith(`${name}:`))?.text.split(': ')[1]

/** Checks types, style, unused code, imports and spelling. Prints only what is wrong. */
export const check: Command = async ({ root, env, report, signal }) => {
  const startedAt = performance.now()
  const options = ['--continue', '--json', '--output-logs=errors-only']
  const result = await execa('turbo', ['run', ...tasks, ...options], {
    cwd: root,
    env: withTools(root, env),
    extendEnv: false,
    stdin: 'ignore',
    cancelSignal: signal,
    reject: false,
  })
  const lines = parseLines(result.stdout)
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  if (result.exitCode === 0) {
    const cached = Number.parseInt(summaryOf(lines, 'Cached') ?? '0', 10)
    const all = Number.parseInt(summaryOf(lines, 'Tasks') ?? '0', 10)
    report(`check: ${all} tasks passed, ${cached} of them unchanged, ${seconds} s`)
    return 0
  }
  reportFailures(report, lines)
  report(`\ncheck: failed: ${summaryOf(lines, 'Failed')?.trim() ?? result.stderr}`)
  return 1
}
