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
 * A folder in memory, if Linux has enough of it. Tests create and remove databases of hundreds of files each, for which the file system of a
 * disk takes a fifth of PostgreSQL's processor time.
 */
export function memoryOrDisk(): string {
  if (process.platform !== 'linux' || freemem() < neededBytes) return tmpdir()
  try {
    const { bavail, bsize } = statfsSync(sharedMemory)
    return bavail * bsize < neededBytes ? tmpdir() : sharedMemory
  } catch {
    // Not every Linux has it.
    return tmpdir()
  }
}

/** Creates a folder for the temporary files of a run. Servers, which run as another user, can pass it. */
export function createRunFolder(parent: string): string {
  removeStale(parent)
  const folder = mkdtempSync(join(parent, prefix))
  chmodSync(folder, 0o711)
  return folder
}

/** Killed runs leave their folders behind. Those of other users are not ours to remove. */
function removeStale(parent: string): void {
  for (const name of readdirSync(parent).filter((one) => one.startsWith(prefix))) {
    const folder = join(parent, name)
    const found = statSync(folder, { throwIfNoEntry: false })
    const isStale = found && found.uid === process.getuid?.() && Date.now() - found.mtimeMs > staleMs
    if (isStale) rmSync(folder, { recursive: true, force: true })
  }
}
