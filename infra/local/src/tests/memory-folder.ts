import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

const sharedMemory = '/dev/shm'
/** Several times of what the files of a whole run take. */
const neededBytes = 4 * 2 ** 30
const prefix = 'guidebook-tests-'
/** Longer than any run. */
const staleMs = 24 * 60 * 60 * 1_000

/**
 * Creates a folder for the temporary files of a run: in memory, if Linux has enough of it. Tests create and remove databases of hundreds of
 * files each, for which the file system of a disk takes a third of PostgreSQL's processor time. Servers, which run as another user, can pass it.
 */
export function memoryFolder(): string {
  const parent = hasMemory() ? sharedMemory : tmpdir()
  removeStale(parent)
  const folder = mkdtempSync(join(parent, prefix))
  chmodSync(folder, 0o711)
  return folder
}

function hasMemory(): boolean {
  if (process.platform !== 'linux' || freemem() < neededBytes) return false
  try {
    const { bavail, bsize } = statfsSync(sharedMemory)
    return bavail * bsize >= neededBytes
  } catch {
    // Not every Linux has it.
    return false
  }
}

/** Killed runs leave their folders behind. */
function removeStale(parent: string): void {
  for (const name of readdirSync(parent).filter((one) => one.startsWith(prefix))) {
    const folder = join(parent, name)
    const { mtimeMs = Number.POSITIVE_INFINITY } = statSync(folder, { throwIfNoEntry: false }) ?? {}
    if (Date.now() - mtimeMs > staleMs) rmSync(folder, { recursive: true, force: true })
  }
}
