import { execFileSync } from 'node:child_process'
import { dirname, join } from 'node:path'

/** Prometheus, which `npm test` provides. */
export const prometheus = process.env.TEST_PROMETHEUS ?? '/usr/bin/prometheus'
const promtool = join(dirname(prometheus), 'promtool')

/** Runs a command of promtool in the folder; returns its output. Throws with the output when it fails. */
export const runPromtool = (cwd: string, ...args: string[]): string =>
  execFileSync(promtool, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
