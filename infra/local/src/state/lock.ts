import { closeSync, existsSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { tryLock } from 'fs-native-extensions'
import { UserFacingError } from '../user-facing-error.ts'

/**
 * The kernel holds the lock for the process that opened the file, and releases it however that process ends. The text in the file is
 * the process id of the holder.
 */
const pathIn = (data: string) => join(data, 'lock')

/** The id of the process that holds the lock; undefined when it is free. */
export function lockHolder(data: string): number | undefined {
  const path = pathIn(data)
  if (!existsSync(path)) return undefined
  const file = openSync(path, 'r+')
  const isFree = tryLock(file)
  closeSync(file)
  return isFree ? undefined : Number(readFileSync(path, 'utf8'))
}

export interface Lock {
  release(): void
}

/** Locks the data folder for this process; throws when another process holds the lock. */
export function takeLock(data: string): Lock {
  const path = pathIn(data)
  const file = openSync(path, 'a+', 0o600)
  if (!tryLock(file)) {
    closeSync(file)
    throw new UserFacingError(`it runs already (process ${readFileSync(path, 'utf8')}): "npm run down" stops it`)
  }
  ftruncateSync(file)
  writeSync(file, String(process.pid))
  return {
    release() {
      ftruncateSync(file)
      closeSync(file)
    },
  }
}
