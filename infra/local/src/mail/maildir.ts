import { randomUUID } from 'node:crypto'
import { chownSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { User } from '../unprivileged.ts'

/**
 * Delivers a message into a Maildir as the format requires: written to `tmp`, then renamed into `new`, so that a reader never sees
 * half a message.
 */
export function deliverToMaildir(folder: string, message: Buffer, owner: User | undefined): void {
  const chown = (path: string) => {
    if (owner) chownSync(path, owner.uid, owner.gid)
  }
  const name = `${Date.now()}.${randomUUID()}.guidebook`
  for (const path of [folder, ...['tmp', 'new', 'cur'].map((part) => join(folder, part))]) {
    if (mkdirSync(path, { recursive: true, mode: 0o700 })) chown(path)
  }
  writeFileSync(join(folder, 'tmp', name), message, { mode: 0o600 })
  chown(join(folder, 'tmp', name))
  renameSync(join(folder, 'tmp', name), join(folder, 'new', name))
}
