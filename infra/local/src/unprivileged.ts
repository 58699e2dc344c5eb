import { lstatSync } from 'node:fs'
import { dirname } from 'node:path'
import type { User } from './processes/child.ts'
import { mustRun } from './processes/run.ts'

/** The user that servers run as when we are root (PostgreSQL refuses root), else undefined: they run as ourselves. */
export async function serverUser(): Promise<User | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const [uid, gid] = await Promise.all([mustRun('id', ['-u', 'nobody']), mustRun('id', ['-g', 'nobody'])])
  return { uid: Number(uid), gid: Number(gid) }
}

/** True when a stranger to the machine's owner can walk to the path: every folder above it lets others through. */
export function reachable(path: string): boolean {
  for (let place = path; ; place = dirname(place)) {
    const entry = lstatSync(place, { throwIfNoEntry: false })
    if (entry && (entry.mode & 0o001) === 0) return false
    if (place === dirname(place)) return true
  }
}
