import { chmodSync, chownSync, mkdirSync } from 'node:fs'
import type { User } from '../processes/child.ts'

/** Makes the folder, or one that exists, accessible to its owner only: to the servers' user where one is given. */
export function privateFolder(path: string, owner?: User): void {
  mkdirSync(path, { recursive: true })
  if (owner) chownSync(path, owner.uid, owner.gid)
  chmodSync(path, 0o700)
}

/** The same, but the servers' user can reach its folder inside. It cannot list or read anything else. */
export function privateFolderWithPassage(path: string, user: User): void {
  privateFolder(path)
  chownSync(path, process.getuid?.() ?? 0, user.gid)
  chmodSync(path, 0o710)
}

/** Makes the folder that holds other private folders and published programs; everyone can walk through it. */
export function openShelf(path: string): void {
  mkdirSync(path, { recursive: true })
  chmodSync(path, 0o755)
}
