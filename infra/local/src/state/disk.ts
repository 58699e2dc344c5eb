import { statfsSync } from 'node:fs'
import { UserFacingError } from '../user-facing-error.ts'

const mebibyte = 1024 ** 2
const minBytesToStart = 256 * mebibyte

/** Free space at a folder, in bytes. */
export function freeSpace(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** Rejects a start that would fail halfway for lack of space. */
export function requireSpace(folder: string): void {
  const free = freeSpace(folder)
  if (free >= minBytesToStart) return
  const [found, needed] = [Math.floor(free / mebibyte), minBytesToStart / mebibyte]
  throw new UserFacingError(`the disk is full: ${found} MiB are free at ${folder}, ${needed} are needed`)
}
