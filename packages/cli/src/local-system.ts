import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { exitCodes } from './exit-codes.ts'
import { Failure } from './failure.ts'

/** What `local.json` says of the local system while it runs, as far as commands use it. */
export interface LocalSystem {
  /** The file itself. */
  path: string
  adminUrl: string
  adminToken: string
  /** The one port of this machine that it delivers to, and a certificate that it trusts there, with its key. */
  webhookReceiver: { port: number; certificate: string; key: string }
}

/** Null when none runs. Throws a `Failure` when the file cannot be read. */
export function readLocalSystem(dataFolder: string): LocalSystem | null {
  const path = join(dataFolder, 'local.json')
  try {
    return { ...(JSON.parse(readFileSync(path, 'utf8')) as LocalSystem), path }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw new Failure(`${path} cannot be read: ${(error as Error).message}`, {
      code: 'local-system-unreadable',
      exitCode: exitCodes.usage,
    })
  }
}
