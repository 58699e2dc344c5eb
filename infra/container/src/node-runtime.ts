import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run, UserFacingError } from './docker.ts'

/**
 * Puts this Node.js, which is the version of the lock file, into the folder `images/node`, for the images: without the symbols for debuggers,
 * a seventh of its size.
 */
export async function stageNode(images: string): Promise<void> {
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
  writeFileSync(join(folder, 'share', 'doc', 'node', 'LICENSE'), await licence())
  const temporary = `${target}.${process.pid}`
  copyFileSync(process.execPath, temporary)
  // From Debian's package binutils.
  await run('strip', [temporary])
  renameSync(temporary, target)
  writeFileSync(stamp, identity)
}

/**
 * The licence of this Node.js, from the package that the executable was installed from: npm still has it. pnpm keeps the executable of an
 * earlier installation without the licence.
 */
async function licence(): Promise<string> {
  const download = mkdtempSync(join(tmpdir(), 'guidebook-node-'))
  try {
    const name = `node-${process.platform}-${process.arch}`
    const version = process.version.slice(1)
    await run('npm', ['pack', `${name}@${version}`, '--prefer-offline', '--silent', '--pack-destination', download])
    return await run('tar', ['-xzOf', join(download, `${name}-${version}.tgz`), 'package/LICENSE'])
  } finally {
    rmSync(download, { recursive: true })
  }
}
