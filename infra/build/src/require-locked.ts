import type { CopiedPackage } from './copy-packages.ts'
import { type Lock, withoutPeers } from './prune-lock.ts'

/**
 * Throws when the copied packages differ from the lock file. Optional packages, which are those for other platforms, may be missing.
 */
export function requireLocked(copied: readonly CopiedPackage[], { snapshots }: Lock): void {
  const found = new Set(copied.map(({ name, version }) => `${name}@${version}`))
  const locked = new Set(Object.keys(snapshots).map(withoutPeers))
  const required = Object.entries(snapshots).filter(([, { optional }]) => !optional)
  const missing = required.map(([key]) => withoutPeers(key)).filter((key) => !found.has(key))
  const unlocked = [...found].filter((key) => !locked.has(key))
  if (missing.length + unlocked.length === 0) return
  const list = (keys: string[]) => (keys.length === 0 ? 'none' : [...new Set(keys)].join(', '))
  throw new Error(`packages differ from the lock file: missing ${list(missing)}; not locked ${list(unlocked)}`)
}
