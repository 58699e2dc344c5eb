import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { run, UserFacingError } from './docker.ts'

/**
 * Puts this Node.js, which is the version of the lock file, into the folder `images/node`, for the images: without the symbols for debuggers,
 * a seventh of its size.
 */
export async function stageNode(images: string, licence: string): Promise<void> {
  if (process.platform !== 'linux')
    throw new UserFacingError(
      'images are prepared on Linux: infra/container/README.md shows how to do it in a container',
    )
  const folder = join(images, 'node')
  const target = join(folder, 'bin', 'node')
  const stamp = join(images, '.node')
  const identity = `${process.version} ${process.arch} ${statSync(process.execPath).size}`
  if (existsSync(target) && existsSync(stamp) && readFileSync(stamp, 'utf8') === identity) return
  mkdirSync(join(folder, 'bin'), { recursive: true })
  mkdirSync(join(folder, 'share', 'doc', 'node'), { recursive: true })
  copyFileSync(licence, join(folder, 'share', 'doc', 'node', 'LICENSE'))
  const temporary = `${target}.${process.pid}`
  copyFileSync(process.execPath, temporary)
  // From Debian's package binutils.
  await run('strip', [temporary])
  renameSync(temporary, target)
  writeFileSync(stamp, identity)
}
