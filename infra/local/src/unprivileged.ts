import { lstatSync } from 'node:fs'
import { dirname } from 'node:path'
import type { User } from './processes/child.ts'
import { mustRun } from './processes/run.ts'

/** The user that servers run as when this process is root, because PostgreSQL refuses root. Undefined: the current user. */
export async function serverUser(): Promise<User | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const [uid, gid] = await Promise.all([mustRun('id', ['-u', 'nobody']), mustRun('id', ['-g', 'nobody'])])
  return { uid: Number(uid), gid: Number(gid) }
}

/** True when other users can reach the path: every folder on the way has the execute permission for others. */
export function reachable(path: string): boolean {
  for (let folder = path; ; folder = dirname(folder)) {
    const entry = lstatSync(folder, { throwIfNoEntry: false })
    if (entry && (entry.mode & 0o001) === 0) return false
    if (folder === dirname(folder)) return true
  }
}
