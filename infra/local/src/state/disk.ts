import { statfsSync } from 'node:fs'
import { LocalFault } from '../fault.ts'

const mebibyte = 1024 ** 2
const leastToStart = 256 * mebibyte

/** Free space at a folder, in bytes. */
export function freeSpace(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** Ends a start that would fail halfway for want of space. */
export function requireSpace(folder: string): void {
  const free = freeSpace(folder)
  if (free >= leastToStart) return
  throw new LocalFault(
    `the disk is full: ${Math.floor(free / mebibyte)} MiB are free at ${folder}, ${leastToStart / mebibyte} are needed`,
  )
}
