import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LocalFault } from '../fault.ts'
import { startChild } from '../processes/child.ts'
import { run } from '../processes/run.ts'
import type { Running } from '../processes/supervise.ts'
import { waitFor } from '../processes/wait-for.ts'
import type { ProcessHost } from '../state/processes.ts'
import type { ServiceName } from './names.ts'
import { unreadiness } from './readiness.ts'

/** As TypeScript out of `src`, or as bundled for a container by `npm run build`. */
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
  host: ProcessHost
}

const folderOf = ({ root, service }: Pick<ServiceProcessOptions, 'root' | 'service'>) => join(root, 'services', service)

/** What Node is to be told for this service, by the service's own manifest. */
function nodeOptions(place: Pick<ServiceProcessOptions, 'root' | 'service'>): string[] {
  const manifest = JSON.parse(readFileSync(join(folderOf(place), 'package.json'), 'utf8'))
  return manifest.guidebook?.nodeOptions ?? []
}

/** Brings the service's schema to what it needs, as its own role; nothing else is known to it. */
export async function migrateService(
  place: Pick<ServiceProcessOptions, 'root' | 'form' | 'service'>,
  databaseUrl: string,
) {
  const { PATH = '', NODE_COMPILE_CACHE } = process.env
  const env = { PATH, ...(NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }), DATABASE_URL: databaseUrl }
  const { code, output } = await run(process.execPath, [programs[place.form].migrate], { cwd: folderOf(place), env })
  if (code === 0) return
  const lines = output.split('\n').filter((line) => line.trim() !== '')
  // A program that can't even be loaded tells its reason above a trace; one that ran tells it last.
  const reason = lines.find((line) => /^\w*Error\b/.test(line)) ?? lines.at(-1) ?? `exit code ${code}`
  throw new LocalFault(`the schema of ${place.service} can't be brought up to date: ${reason.trim()}`)
}

/** Starts a service and waits until it says that it is ready. */
export async function startService(options: ServiceProcessOptions): Promise<Running> {
  const child = await startChild({
    name: options.service,
    command: process.execPath,
    args: [...nodeOptions(options), programs[options.form].main],
    cwd: folderOf(options),
    env: options.env,
    log: options.log,
    stopSignal: 'SIGTERM',
    host: options.host,
  })
  const stop = async () => {
    await child.stop(25_000)
  }
  try {
    let lacks: string | undefined
    const isReady = async () => {
      lacks = await unreadiness(options.healthUrl)
      return lacks === undefined
    }
    await waitFor(child, options.log, 90_000, isReady, () => lacks)
  } catch (error) {
    await stop()
    throw error
  }
  return { child, stop }
}
