import { run } from './run.ts'

export interface Engine {
  docker: string
  /** The program of Docker Compose and its first arguments. */
  compose: readonly [string, ...string[]]
  versions: string
}

const succeeds = async (program: string, args: readonly string[]) =>
  await run(program, args).then(
    ({ code, output }) => (code === 0 ? output.trim() : undefined),
    () => undefined,
  )

/** The container engine of this machine. Throws an error that says what is missing. */
export async function findEngine(): Promise<Engine> {
  const docker = await succeeds('docker', ['version', '--format', '{{.Server.Version}}'])
  if (docker === undefined) {
    throw new Error(
      'no container engine responds: install Docker, start it, and set DOCKER_HOST if it is not the default',
    )
  }
  for (const compose of [['docker', 'compose'] as const, ['docker-compose'] as const]) {
    const version = await succeeds(compose[0], [...compose.slice(1), 'version', '--short'])
    if (version !== undefined) return { docker: 'docker', compose, versions: `Docker ${docker}, Compose ${version}` }
  }
  throw new Error('Docker Compose is missing: install docker-compose 1.29 or later, or the plugin of Docker')
}
