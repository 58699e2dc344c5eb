import { chownSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { type Child, startChild, type User } from '../processes/child.ts'
import { run } from '../processes/run.ts'
import { waitFor } from '../processes/wait-for.ts'
import type { ProcessTracker } from '../state/processes.ts'
import { UserFacingError } from '../user-facing-error.ts'
import { postgresFolder } from './postgres-files.ts'

export interface PostgresOptions {
  /** Folder of the cluster; created when it does not exist. */
  data: string
  /** Binaries are copied here for a user who can't reach the checkout. */
  sharedFolder: string
  log: string
  port: number
  password: string
  user: User | undefined
  tracker: ProcessTracker
  /** For a temporary cluster: no fsync. Its data survives a crash of the server, but not of the machine. */
  disposable: boolean
}

export interface Postgres {
  /** Superuser, database `postgres`. */
  url: string
  child: Child
  stop(): Promise<void>
}

/** Nothing of the caller's environment reaches the server. */
const environment = (home: string) => ({
  PATH: '/usr/local/bin:/usr/bin:/bin',
  LC_ALL: 'C.UTF-8',
  TZ: 'UTC',
  HOME: home,
})

async function initialise(bin: string, options: PostgresOptions): Promise<void> {
  if (existsSync(join(options.data, 'PG_VERSION'))) return
  rmSync(options.data, { recursive: true, force: true })
  mkdirSync(options.data, { recursive: true, mode: 0o700 })
  const secret = `${options.data}.password`
  writeFileSync(secret, options.password, { mode: 0o600 })
  if (options.user) for (const path of [options.data, secret]) chownSync(path, options.user.uid, options.user.gid)
  const args = ['-D', options.data, '-U', 'postgres', '-A', 'scram-sha-256', `--pwfile=${secret}`, '-E', 'UTF8']
  const flags = [
    '--locale-provider=builtin',
    '--locale=C.UTF-8',
    '--no-instructions',
    ...(options.disposable ? ['--no-sync'] : []),
  ]
  const result = await run(join(bin, 'initdb'), [...args, ...flags], {
    cwd: dirname(options.data),
    env: environment(options.data),
    user: options.user,
  })
  rmSync(secret, { force: true })
  if (result.code === 0) return
  rmSync(options.data, { recursive: true, force: true })
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
  ...(options.disposable ? disposableSettings : {}),
})

async function respondsAt(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
  try {
    await client.connect()
    await client.query('SELECT 1')
    return true
  } catch (error) {
    // 28P01, wrong password: waiting does not help.
    if (error instanceof pg.DatabaseError && error.code === '28P01') {
      throw new UserFacingError('PostgreSQL rejects the stored password: remove .data to start again without data')
    }
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Starts PostgreSQL on 127.0.0.1 and waits until it responds to a query. */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const bin = join(await postgresFolder(options), 'bin')
  await initialise(bin, options)
  const flags = Object.entries(settings(options)).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = await startChild({
    name: 'postgres',
    command: join(bin, 'postgres'),
    args: ['-D', options.data, ...flags],
    cwd: options.data,
    env: environment(options.data),
    log: options.log,
    user: options.user,
    // PostgreSQL's "fast" shutdown: open transactions are rolled back, nothing waits for clients.
    stopSignal: 'SIGINT',
    tracker: options.tracker,
  })
  const url = `postgres://postgres:${options.password}@127.0.0.1:${options.port}/postgres`
  const stop = async () => {
    await child.stop(20_000)
  }
  try {
    await waitFor(child, options.log, 60_000, () => respondsAt(url))
  } catch (error) {
    await stop()
    throw error
  }
  return { url, child, stop }
}
