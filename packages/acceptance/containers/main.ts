/**
 * Tests of the system in containers: `npm run test:containers`. Each step prints its counts. The steps use a separate Compose project
 * with other ports and volumes, so they do not change another one.
 */
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { composition } from './engine/composition.ts'
import { findEngine } from './engine/find-engine.ts'
import type { Step, StepContext } from './step.ts'
import { acceptance } from './steps/acceptance.ts'
import { backup } from './steps/backup.ts'
import { cluster } from './steps/cluster.ts'
import { demo } from './steps/demo.ts'
import { down } from './steps/down.ts'
import { images } from './steps/images.ts'
import { loss } from './steps/loss.ts'
import { rateLimit } from './steps/rate-limit.ts'
import { rolling } from './steps/rolling.ts'
import { scale } from './steps/scale.ts'
import { skew } from './steps/skew.ts'
import { up } from './steps/up.ts'

const steps: Step[] = [images, up, demo, scale, rolling, loss, rateLimit, acceptance, backup, skew, cluster, down]

const root = fileURLToPath(new URL('../../../', import.meta.url))
const report = (line: string) => process.stdout.write(`${line}\n`)

const options = {
  tag: { type: 'string', default: 'dev' },
  previous: { type: 'string', default: 'previous' },
  only: { type: 'string', default: steps.map(({ name }) => name).join(',') },
  /** The system continues to run. */
  keep: { type: 'boolean', default: false },
} as const

function selected(only: string): Step[] {
  return only.split(',').map((name) => {
    const step = steps.find((one) => one.name === name)
    if (!step) throw new Error(`no step "${name}": use some of ${steps.map((one) => one.name).join(',')}`)
    return step
  })
}

async function main(): Promise<number> {
  const { tag, previous, only, keep } = parseArgs({ options }).values
  const chosen = selected(only)
  const engine = await findEngine()
  report(engine.versions)
  const data = join(root, '.data', 'containers')
  mkdirSync(data, { recursive: true, mode: 0o700 })
  const env = (GUIDEBOOK_TAG: string) => ({
    ...process.env,
    GUIDEBOOK_TAG,
    GUIDEBOOK_DEPLOYMENT: join(data, 'deployment'),
    GUIDEBOOK_PORT: '18080',
    GUIDEBOOK_ADMIN_PORT: '18082',
    GUIDEBOOK_SMTP_PORT: '12525',
    GUIDEBOOK_MAIL_PORT: '18025',
    PUBLIC_URL: 'http://localhost:18080',
  })
  const common = { engine, folder: root, project: 'guidebook-test' }
  const usual = ['docker-compose.yml', 'docker-compose.override.yml']
  const context: StepContext = {
    system: composition({ ...common, env: env(tag) }),
    clustered: () => composition({ ...common, env: env(tag), files: [...usual, 'docker-compose.cluster.yml'] }),
    tagged: (other) => composition({ ...common, env: env(other) }),
    tag,
    previous,
    report,
  }
  const failed = await runAll(chosen, context)
  if (!keep && !chosen.includes(down)) await down.run(context)
  // The logs of a failed run stay.
  if (!keep) rmSync(failed.length > 0 ? join(data, 'deployment') : data, { recursive: true, force: true })
  report(failed.length === 0 ? `all ${chosen.length} steps passed` : `failed: ${failed.join(', ')}`)
  return failed.length === 0 ? 0 : 1
}

/** A failed step does not keep the later ones from running, except when the system does not even start. */
async function runAll(chosen: readonly Step[], context: StepContext): Promise<string[]> {
  const failed: string[] = []
  for (const step of chosen) {
    const startedAt = Date.now()
    const seconds = () => ((Date.now() - startedAt) / 1000).toFixed(0)
    report(`${step.name}: ${step.title}`)
    try {
      const counts = await step.run(context)
      report(`  ✓ ${step.name} (${seconds()} s): ${counts}`)
    } catch (error) {
      failed.push(step.name)
      report(`  ✗ ${step.name} (${seconds()} s): ${error instanceof Error ? error.message : String(error)}`)
      if (step === images || step === up) break
    }
  }
  return failed
}

try {
  process.exitCode = await main()
} catch (error) {
  report(`container tests: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
}
