import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../processes/run.ts'
import { type Host, type Running, startServer } from '../processes/server.ts'
import { UserFacingError } from '../user-facing-error.ts'
import type { ServiceName } from './names.ts'
import { unreadiness } from './readiness.ts'

/** TypeScript from `src`, or the folder that `npm run build` makes for an image. */
export type ServiceForm = 'source' | 'built'

const programs = {
  source: { main: join('src', 'main.ts'), migrate: join('src', 'migrate.ts') },
  built: { main: 'main.js', migrate: 'migrate.js' },
}

interface ServiceProcess {
  form: ServiceForm
  service: ServiceName
  healthUrl: string
  env: Readonly<Record<string, string>>
}

const folderOf = (root: string, form: ServiceForm, service: ServiceName) =>
  form === 'source' ? join(root, 'services', service) : join(root, 'dist', 'images', service, 'app')

/** The options for Node.js in the service's manifest. */
function nodeOptions(folder: string): string[] {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return manifest.guidebook?.nodeOptions ?? []
}

/** Migrates the service's schema with the service's own role. The program gets no other setting. */
export async function migrateService(root: string, form: ServiceForm, service: ServiceName, databaseUrl: string) {
  const { PATH = '', NODE_COMPILE_CACHE } = process.env
  const env = { PATH, ...(NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }), DATABASE_URL: databaseUrl }
  const { code, output } = await run(process.execPath, [programs[form].migrate], {
    cwd: folderOf(root, form, service),
    env,
  })
  if (code === 0) return
  const lines = output.split('\n').filter((line) => line.trim() !== '')
  // Node.js prints a load error above its stack trace; a program that ran prints its error last.
  const reason = lines.find((line) => /^\w*Error\b/.test(line)) ?? lines.at(-1) ?? `exit code ${code}`
  throw new UserFacingError(`the schema of ${service} can't be brought up to date: ${reason.trim()}`)
}

/** Starts a service and waits until it is ready. */
export async function startService(host: Host, { form, service, healthUrl, env }: ServiceProcess): Promise<Running> {
  const cwd = folderOf(host.workspace.root, form, service)
  return await startServer(host, {
    name: service,
    command: process.execPath,
    args: [...nodeOptions(cwd), programs[form].main],
    cwd,
    env,
    readiness: () => unreadiness(healthUrl),
    readyMs: 90_000,
    stopMs: 25_000,
  })
}
