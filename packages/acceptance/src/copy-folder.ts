import { chown, copyFile, mkdir, readdir, readlink, stat, symlink, utimes } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Copies a folder with the owners and times of its files, also while files appear and disappear in it. Files that are already in the copy with the
 * same size and time are not copied again, and none is removed from it. `excluded` gets paths below the folder.
 */
export async function copyFolder(
  from: string,
  to: string,
  excluded: (path: string) => boolean = () => false,
): Promise<void> {
  const copy = async (path: string): Promise<void> => {
    const [source, target] = [join(from, path), join(to, path)]
    const { uid, gid, mode } = await stat(source)
    await mkdir(target, { recursive: true, mode })
    await chown(target, uid, gid)
    for (const entry of await readdir(source, { withFileTypes: true })) {
      const below = path === '' ? entry.name : `${path}/${entry.name}`
      if (excluded(below)) continue
      await unlessRemoved(async () => {
        if (entry.isDirectory()) await copy(below)
        else if (entry.isSymbolicLink()) await symlink(await readlink(join(from, below)), join(to, below))
        else await copyOne(join(from, below), join(to, below))
      })
    }
  }
  await copy('')
}

async function copyOne(source: string, target: string): Promise<void> {
  const { uid, gid, size, atime, mtime } = await stat(source)
  const copied = await stat(target).catch(() => undefined)
  if (copied?.size === size && copied.mtime.getTime() === mtime.getTime()) return
  await copyFile(source, target)
  await chown(target, uid, gid)
  await utimes(target, atime, mtime)
}

/** The folder is in use: what its program removes meanwhile is not needed. */
async function unlessRemoved(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}
