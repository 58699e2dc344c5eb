import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import pg from 'pg'
import { run } from '../processes/run.ts'
import { type Host, type Running, startServer } from '../processes/server.ts'
import type { Workspace } from '../state/workspace.ts'
import { UserFacingError } from '../user-facing-error.ts'
import { postgresFolder } from './postgres-files.ts'

export interface PostgresOptions {
  port: number
  password: string
  /** For a temporary cluster: no fsync. Its data survives a crash of the server, but not of the machine. */
  disposable: boolean
}

/** Superuser, database `postgres`. */
export const superuserUrl = ({ port, password }: Pick<PostgresOptions, 'port' | 'password'>) =>
  `postgres://postgres:${password}@127.0.0.1:${port}/postgres`

/** Nothing of the caller's environment reaches the server. */
const environment = (home: string) => ({
  PATH: '/usr/local/bin:/usr/bin:/bin',
  LC_ALL: 'C.UTF-8',
  TZ: 'UTC',
  HOME: home,
})

const dataIn = ({ state }: Workspace) => join(state, 'postgres', 'data')

/** Removes a folder of data. The processes of a start that was killed may still write to it for a moment. */
const removeFolder = (folder: string) => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })

/** Creates the data in another folder that gets its name when it is complete: initdb may be killed at any moment. */
async function initialise(bin: string, workspace: Workspace, options: PostgresOptions): Promise<void> {
  const data = dataIn(workspace)
  const { user } = workspace
  if (existsSync(join(data, 'PG_VERSION'))) return
  const parent = dirname(data)
  const prefix = `${data}.new-`
  mkdirSync(parent, { recursive: true })
  for (const name of readdirSync(parent)) if (name.startsWith(basename(prefix))) removeFolder(join(parent, name))
  const folder = mkdtempSync(prefix)
  const secret = `${folder}.password`
  writeFileSync(secret, options.password, { mode: 0o600 })
  if (user) for (const path of [folder, secret]) chownSync(path, user.uid, user.gid)
  const args = ['-D', folder, '-U', 'postgres', '-A', 'scram-sha-256', `--pwfile=${secret}`, '-E', 'UTF8']
  const flags = ['--locale-provider=builtin', '--locale=C.UTF-8', '--no-instructions']
  // All passwords are random, so that hashing them many times would only slow each new connection down.
  flags.push('-c', 'scram_iterations=1')
  if (options.disposable) flags.push('--no-sync')
  const env = environment(folder)
  const result = await run(join(bin, 'initdb'), [...args, ...flags], { cwd: parent, env, user })
  rmSync(secret, { force: true })
  if (result.code === 0) {
    removeFolder(data)
    renameSync(folder, data)
    return
  }
  removeFolder(folder)
  const lines = result.output.trim().split('\n')
  const reason = lines.find((line) => /error|FATAL/i.test(line)) ?? lines.at(-1)
  throw new UserFacingError(`PostgreSQL can't create its data folder: ${reason?.trim()}`)
}

/** Nothing needs to last, and no table lives long enough to be vacuumed: the workers would visit hundreds of databases. */
const disposableSettings = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', autovacuum: 'off' }

const settings = (options: PostgresOptions) => ({
  port: String(options.port),
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '300',
  shared_buffers: '128MB',
  log_min_messages: 'warning',
  // Statements, parameters and error details hold keys, links and names, so they are not logged.
  log_statement: 'none',
  log_min_duration_statement: '-1',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  log_line_prefix: '%m [%p] %q%u@%d ',
  timezone: 'UTC',
  // Which statements ran, without their values. Only the superuser sees them, in the database `postgres`.
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.track_utility': 'off',
  ...(options.disposable ? disposableSettings : {}),
})

async function missingAt(url: string, { data, state }: Workspace): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
  try {
    await client.connect()
    await client.query('SELECT 1')
    return undefined
  } catch (error) {
    // 28P01, wrong password: waiting does not help.
    if (error instanceof pg.DatabaseError && error.code === '28P01') {
      const folders = state.startsWith(data) ? data : `${data} and ${state}`
      throw new UserFacingError(`PostgreSQL rejects the stored password: remove ${folders} to start again without data`)
    }
    return 'it responds to no query'
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Starts PostgreSQL on 127.0.0.1 and waits until it responds to a query. */
export async function startPostgres(host: Host, options: PostgresOptions): Promise<Running> {
  const { workspace } = host
  const bin = join(await postgresFolder(workspace), 'bin')
  await initialise(bin, workspace, options)
  const data = dataIn(workspace)
  const flags = Object.entries(settings(options)).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return await startServer(host, {
    name: 'postgres',
    command: join(bin, 'postgres'),
    args: ['-D', data, ...flags],
    cwd: data,
    env: environment(data),
    user: workspace.user,
    // PostgreSQL's "fast" shutdown: open transactions are rolled back, nothing waits for clients.
    stopSignal: 'SIGINT',
    readiness: () => missingAt(superuserUrl(options), workspace),
    readyMs: 60_000,
    stopMs: 20_000,
  })
}
