import { statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'

const sharedMemory = '/dev/shm'
/** Several times of what the files of a whole run take. */
const neededBytes = 4 * 2 ** 30

/**
 * Where the tests keep temporary files: in memory, if Linux has enough of it. They create and remove databases of hundreds of files each, and
 * the file system of a disk takes a third of PostgreSQL's processor time for that.
 */
export function memoryFolder(): string {
  if (process.platform !== 'linux' || freemem() < neededBytes) return tmpdir()
  try {
    const { bavail, bsize } = statfsSync(sharedMemory)
    return bavail * bsize < neededBytes ? tmpdir() : sharedMemory
  } catch {
    // Not every Linux has it.
    return tmpdir()
  }
}
