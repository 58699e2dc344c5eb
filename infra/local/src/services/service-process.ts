import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startChild } from '../processes/child.ts'
import { run } from '../processes/run.ts'
import type { Running } from '../processes/supervise.ts'
import { waitFor } from '../processes/wait-for.ts'
import type { ProcessTracker } from '../state/processes.ts'
import { UserFacingError } from '../user-facing-error.ts'
import type { ServiceName } from './names.ts'
import { unreadiness } from './readiness.ts'

/** TypeScript from `src`, or the bundle that `npm run build` creates for a container. */
export type ServiceForm = 'source' | 'built'

const programs = {
  source: { main: join('src', 'main.ts'), migrate: join('src', 'migrate.ts') },
  built: { main: join('dist', 'main.js'), migrate: join('dist', 'migrate.js') },
}

export interface ServiceProcessOptions {
  root: string
  form: ServiceForm
  service: ServiceName
  healthUrl: string
  env: Readonly<Record<string, string>>
  log: string
  tracker: ProcessTracker
}

const folderOf = ({ root, service }: Pick<ServiceProcessOptions, 'root' | 'service'>) => join(root, 'services', service)

/** The options for Node.js in the service's manifest. */
function nodeOptions(target: Pick<ServiceProcessOptions, 'root' | 'service'>): string[] {
  const manifest = JSON.parse(readFileSync(join(folderOf(target), 'package.json'), 'utf8'))
  return manifest.guidebook?.nodeOptions ?? []
}

/** Migrates the service's schema with the service's own role. The program gets no other setting. */
export async function migrateService(
  target: Pick<ServiceProcessOptions, 'root' | 'form' | 'service'>,
  databaseUrl: string,
) {
  const { PATH = '', NODE_COMPILE_CACHE } = process.env
  const env = { PATH, ...(NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }), DATABASE_URL: databaseUrl }
  const { code, output } = await run(process.execPath, [programs[target.form].migrate], { cwd: folderOf(target), env })
  if (code === 0) return
  const lines = output.split('\n').filter((line) => line.trim() !== '')
  // Node.js prints a load error above its stack trace; a program that ran prints its error last.
  const reason = lines.find((line) => /^\w*Error\b/.test(line)) ?? lines.at(-1) ?? `exit code ${code}`
  throw new UserFacingError(`the schema of ${target.service} can't be brought up to date: ${reason.trim()}`)
}

/** Starts a service and waits until it is ready. */
export async function startService(options: ServiceProcessOptions): Promise<Running> {
  const child = await startChild({
    name: options.service,
    command: process.execPath,
    args: [...nodeOptions(options), programs[options.form].main],
    cwd: folderOf(options),
    env: options.env,
    log: options.log,
    stopSignal: 'SIGTERM',
    tracker: options.tracker,
  })
  const stop = async () => {
    await child.stop(25_000)
  }
  try {
    let reason: string | undefined
    const isReady = async () => {
      reason = await unreadiness(options.healthUrl)
      return reason === undefined
    }
    await waitFor(child, options.log, 90_000, isReady, () => reason)
  } catch (error) {
    await stop()
    throw error
  }
  return { child, stop }
}
