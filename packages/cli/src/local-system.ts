import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CommandError } from './command-error.ts'
import { exitCodes } from './exit-codes.ts'

/** The fields of `local.json` that commands use; the file exists while the local system runs. */
export interface LocalSystem {
  /** Path of the file. */
  path: string
  adminUrl: string
  adminToken: string
  /** The only port of this machine that it delivers to, and a certificate that it trusts there, with its key. */
  webhookReceiver: { port: number; certificate: string; key: string }
}

/** Null when no local system runs. Throws a `CommandError` when the file cannot be read. */
export function readLocalSystem(dataFolder: string): LocalSystem | null {
  const path = join(dataFolder, 'local.json')
  try {
    return { ...(JSON.parse(readFileSync(path, 'utf8')) as LocalSystem), path }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw new CommandError(`${path} cannot be read: ${(error as Error).message}`, {
      code: 'local-system-unreadable',
      exitCode: exitCodes.usage,
    })
  }
}
