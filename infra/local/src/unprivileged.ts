import { execFileSync } from 'node:child_process'
import { lstatSync } from 'node:fs'
import { dirname } from 'node:path'

/** The user that a process runs as. */
export interface User {
  uid: number
  gid: number
}

/** The user that servers run as when this process is root, because PostgreSQL refuses root. Undefined: the current user. */
export function serverUser(): User | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (kind: '-u' | '-g') => Number(execFileSync('id', [kind, 'nobody'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

/** True when other users can reach the path: every folder on the way has the execute permission for others. */
export function reachable(path: string): boolean {
  for (let folder = path; ; folder = dirname(folder)) {
    const entry = lstatSync(folder, { throwIfNoEntry: false })
    if (entry && (entry.mode & 0o001) === 0) return false
    if (folder === dirname(folder)) return true
  }
}
