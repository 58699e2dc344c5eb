/** The folder of a deployment on disk. Every function throws a `CommandError`. */
import { chmodSync, chownSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type FormerFiles, markerFile, type Owner } from '@guidebook/deployment'
import { CommandError } from '../command-error.ts'

/** What setup left in the folder the last time. Refuses a folder that has other files; Docker Compose creates empty folders before. */
export function formerFiles(folder: string): FormerFiles {
  const entries = readOrNull(folder, () => readdirSync(folder, { recursive: true, withFileTypes: true })) ?? []
  const exist = entries.some(({ name, parentPath }) => name === markerFile && parentPath === folder)
  if (!exist && entries.some((entry) => !entry.isDirectory())) {
    throw new CommandError('refused', 'folder-not-empty', `${folder} has files that setup did not create`, {
      hint: 'Name a new or empty folder, or one that "guidebook setup" created.',
    })
  }
  return {
    exist,
    text(path) {
      const file = join(folder, path)
      return readOrNull(file, () => readFileSync(file, 'utf8'))?.trim()
    },
  }
}

function readOrNull<T>(path: string, read: () => T): T | null {
  try {
    return read()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return null
    throw new CommandError('failed', 'folder-unreadable', `${path} cannot be read (${code})`)
  }
}

/** Writes files that only their owner can read. Each is replaced at once: a container reads the old or the new one. */
export function writeFiles(folder: string, files: ReadonlyMap<string, string>, owner: Owner | null): void {
  const own = (path: string, mode: number) => {
    chmodSync(path, mode)
    if (owner !== null) chownSync(path, owner.uid, owner.gid)
  }
  const folders = new Set([...files.keys()].flatMap(foldersOf))
  try {
    for (const path of ['', ...[...folders].sort()]) {
      mkdirSync(join(folder, path), { recursive: true, mode: 0o700 })
      own(join(folder, path), 0o700)
    }
    for (const [path, content] of files) {
      const partial = join(folder, `${path}.part`)
      writeFileSync(partial, content, { mode: 0o600 })
      own(partial, 0o600)
      renameSync(partial, join(folder, path))
    }
  } catch (error) {
    const { code, path = folder } = error as NodeJS.ErrnoException
    throw new CommandError('failed', 'not-saved', `${path} cannot be written (${code})`)
  }
}

/** `a/b` of `a/b/c`, and `a`. */
function foldersOf(path: string): string[] {
  const folder = dirname(path)
  return folder === '.' ? [] : [...foldersOf(folder), folder]
}
