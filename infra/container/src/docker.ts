import { ExecaError, execa } from 'execa'

/** An error for the person at the terminal: shown as one line. */
export class UserFacingError extends Error {}

interface RunOptions {
  /** Piped into the program. */
  input?: string
  /** A program whose output is piped into this one. */
  from?: readonly [command: string, ...args: string[]]
}

/** Runs a program that must succeed, and returns its output. Reports its last lines otherwise. */
export async function run(command: string, args: readonly string[], { input, from }: RunOptions = {}): Promise<string> {
  try {
    const [source, ...sourceArgs] = from ?? []
    const { stdout } =
      source === undefined
        ? await execa(command, args, { ...(input !== undefined && { input }) })
        : await execa(source, sourceArgs, { buffer: false, encoding: 'buffer' }).pipe(command, args)
    return String(stdout)
  } catch (error) {
    if (!(error instanceof ExecaError)) throw error
    if (error.code === 'ENOENT') throw new UserFacingError(`the program ${command} is missing`)
    const output = [error.stdout, error.stderr].map(String).join('\n').trim().split('\n').slice(-12).join('\n')
    throw new UserFacingError(`${[command, ...args].slice(0, 4).join(' ')} failed:\n${output}`)
  }
}

/** Throws when no container engine responds. */
export async function requireEngine(): Promise<void> {
  try {
    await run('docker', ['version', '--format', '{{.Server.Version}}'])
  } catch (error) {
    if (!(error instanceof UserFacingError)) throw error
    throw new UserFacingError(
      `no container engine: ${error.message}\nInstall and start Docker, or set DOCKER_HOST to a running one. ` +
        '"npm run images -- --prepare" needs none: it makes the folders of the images in dist/images',
    )
  }
}
