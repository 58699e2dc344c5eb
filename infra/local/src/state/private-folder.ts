import { chmodSync, chownSync, mkdirSync } from 'node:fs'
import type { User } from '../unprivileged.ts'

/** Creates the folder if needed and makes it accessible to its owner only: this user, or the one that is given. */
export function privateFolder(path: string, owner?: User): void {
  mkdirSync(path, { recursive: true })
  if (owner) chownSync(path, owner.uid, owner.gid)
  chmodSync(path, 0o700)
}

/** The same, but the servers' user can reach its own folder inside. It cannot list or read anything else. */
export function privateFolderWithPassage(path: string, user: User): void {
  privateFolder(path)
  chownSync(path, process.getuid?.() ?? 0, user.gid)
  chmodSync(path, 0o710)
}

/** Creates a folder that everyone can walk through, for private folders and for published programs. */
export function passableFolder(path: string): void {
  mkdirSync(path, { recursive: true })
  chmodSync(path, 0o755)
}
