import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { eventually } from '../../src/eventually.ts'
import type { Engine } from './find-engine.ts'
import { mustRun, run } from './run.ts'

export interface CompositionOptions {
  engine: Engine
  /** The folder with docker-compose.yml. */
  folder: string
  project: string
  /** Compose files instead of the usual two. */
  files?: readonly string[]
  env: NodeJS.ProcessEnv
}

export interface Container {
  id: string
  service: string
  state: string
  health: string
  exitCode: number
}

export type Composition = ReturnType<typeof composition>

interface Inspected {
  Id: string
  Config: { Labels: Record<string, string> }
  State: { Status: string; ExitCode: number; Health?: { Status: string } }
}

const label = 'com.docker.compose'

/** A running or stopped composition. */
export function composition({ engine, folder, project, files = [], env }: CompositionOptions) {
  const [program, ...first] = engine.compose
  const options = [...first, '--project-name', project, ...files.flatMap((file) => ['--file', file])]
  const surroundings = { cwd: folder, env }
  const compose = (...args: string[]) => mustRun(program, [...options, ...args], surroundings)
  const docker = (...args: string[]) => mustRun(engine.docker, args, { env })

  /** All containers, also ended ones. */
  async function containers(service?: string): Promise<Container[]> {
    const filters = [`label=${label}.project=${project}`, ...(service ? [`label=${label}.service=${service}`] : [])]
    const listed = await docker('ps', '--all', '--quiet', ...filters.flatMap((filter) => ['--filter', filter]))
    const ids = listed.split('\n').filter((id) => id !== '')
    if (ids.length === 0) return []
    const { output } = await run(engine.docker, ['inspect', ...ids], { env })
    const found = JSON.parse(output) as Inspected[]
    return found
      .filter(({ Config }) => Config.Labels[`${label}.oneoff`] !== 'True')
      .map(({ Id, Config, State }) => ({
        id: Id,
        service: Config.Labels[`${label}.service`] ?? '',
        state: State.Status,
        health: State.Health?.Status ?? '',
        exitCode: State.ExitCode,
      }))
  }

  const replicas = async (service: string) => (await containers(service)).filter(({ state }) => state === 'running')

  /** Removes a stopped container; its log stays, in a file beside the folder of the deployment. */
  async function remove(id: string): Promise<void> {
    const { output } = await run(engine.docker, ['logs', id], { env })
    const folder = join(dirname(env.GUIDEBOOK_DEPLOYMENT ?? ''), 'logs')
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    writeFileSync(join(folder, `${id.slice(0, 12)}.log`), output, { mode: 0o600 })
    await docker('rm', '--volumes', id)
  }

  return {
    project,
    folder,
    env,
    compose,
    docker,
    containers,
    replicas,
    remove,
    /** Runs a command of Compose and shows its output. */
    show: (...args: string[]) => run(program, [...options, ...args], { ...surroundings, show: true }),
    /** Waits until exactly so many replicas run and are healthy. */
    healthy: (service: string, count: number, timeoutMs = 180_000) =>
      eventually(`${count} healthy replicas of ${service}`, timeoutMs, async () => {
        const running = await replicas(service)
        return running.length === count && running.every(({ health }) => health === 'healthy')
      }),
  }
}
