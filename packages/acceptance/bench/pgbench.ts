import { execFile } from 'node:child_process'
import { accessSync, constants, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const clients = 8
const seconds = 4
/** Debian and Ubuntu install some programs here, outside PATH. */
const packaged = '/usr/lib/postgresql'

/** The path of pgbench; null when it is not installed. */
export const findPgbench = (): string | null => {
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...packagedFolders()]
  return folders.map((folder) => join(folder, 'pgbench')).find(isProgram) ?? null
}

const packagedFolders = (): string[] => {
  try {
    return readdirSync(packaged).map((version) => join(packaged, version, 'bin'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

const isProgram = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    // It does not exist or is not executable.
    return false
  }
}

export interface Pgbench {
  program: string
  databaseUrl: string
  schema: string
  script: string
  /** Set before the first line of the script. */
  variables: Readonly<Record<string, number>>
}

/** Runs the script with eight clients that prepare each statement once. Returns transactions per second. */
export const transactionsPerSecond = async (options: Pgbench): Promise<number> => {
  const { program, databaseUrl, schema, script, variables } = options
  const folder = mkdtempSync(join(tmpdir(), 'guidebook-pgbench-'))
  try {
    const file = join(folder, 'script.sql')
    writeFileSync(file, script)
    const defines = Object.entries(variables).flatMap(([name, value]) => ['-D', `${name}=${value}`])
    const args = ['-n', '-M', 'prepared', '-c', `${clients}`, '-j', '2', '-T', `${seconds}`, '-f', file]
    // The password is in the environment, because every user of the machine can see arguments.
    const { username, password, hostname, port, pathname } = new URL(databaseUrl)
    const env = {
      ...process.env,
      PGUSER: decodeURIComponent(username),
      PGPASSWORD: decodeURIComponent(password),
      PGHOST: hostname,
      PGPORT: port,
      PGDATABASE: pathname.slice(1),
      PGOPTIONS: `-c search_path=${schema}`,
    }
    const { stdout } = await run(program, [...args, ...defines], { env })
    const found = /^tps = ([\d.]+)/m.exec(stdout)?.[1]
    const failed = /number of failed transactions: (\d+)/.exec(stdout)?.[1] ?? '0'
    if (found === undefined || failed !== '0') throw new Error(`pgbench: ${stdout}`)
    return Number(found)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
