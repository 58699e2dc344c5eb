import { copyFileSync, linkSync, mkdirSync, readdirSync, readlinkSync, realpathSync, symlinkSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { manifestOf } from './our-packages.ts'
import { isNeeded } from './unneeded-files.ts'

export interface CopiedPackage {
  name: string
  version: string
  license?: string
  /** What it uses, each as name@version. */
  dependencies: string[]
}

interface CopyOptions {
  /** The folders of the direct dependencies in the workspace, by name. */
  direct: ReadonlyMap<string, string>
  /** For packages that are only read as files: the files that are read. */
  files: Readonly<Record<string, readonly string[]>>
  /** The `node_modules` to create. */
  target: string
}

/**
 * Copies the direct dependencies and all that they depend on from this workspace, so exactly what the tests ran with, without the files that
 * no program needs. The layout is that of pnpm: each package beside links to its own dependencies. Returns the copied packages.
 */
export function copyPackages({ direct, files, target }: CopyOptions): CopiedPackage[] {
  const copied = new Map<string, CopiedPackage>()
  const copy = (source: string): CopiedPackage => {
    const known = copied.get(source)
    if (known !== undefined) return known
    const { name, version, license } = manifestOf(source)
    const one: CopiedPackage = { name, version, ...(license !== undefined && { license }), dependencies: [] }
    copied.set(source, one)
    const surroundings = source.slice(0, -`/${name}`.length)
    const copiedSurroundings = join(target, '.pnpm', storeKey(surroundings), 'node_modules')
    copyFiles(source, join(copiedSurroundings, name), files[name])
    for (const dependency of linksIn(surroundings)) {
      const original = join(surroundings, dependency)
      link(readlinkSync(original), join(copiedSurroundings, dependency))
      const { name, version } = copy(realpathSync(original))
      one.dependencies.push(`${name}@${version}`)
    }
    return one
  }
  for (const [name, source] of direct) {
    copy(source)
    const path = join('.pnpm', storeKey(source.slice(0, -`/${name}`.length)), 'node_modules', name)
    link(join(name.includes('/') ? '..' : '.', path), join(target, name))
  }
  return [...copied.values()]
}

function link(destination: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true })
  symlinkSync(destination, path)
}

/** `…/node_modules/.pnpm/<key>/node_modules` */
function storeKey(surroundings: string): string {
  const [, key] = /\/\.pnpm\/([^/]+)\/node_modules$/.exec(surroundings) ?? []
  if (key === undefined) throw new Error(`${surroundings} is not in pnpm's layout: install with pnpm`)
  return key
}

/** The links beside a package: its dependencies that are installed for this platform. */
function linksIn(surroundings: string): string[] {
  return readdirSync(surroundings, { withFileTypes: true }).flatMap((entry) => {
    if (entry.isSymbolicLink()) return [entry.name]
    if (!entry.name.startsWith('@')) return []
    const scoped = readdirSync(join(surroundings, entry.name), { withFileTypes: true })
    return scoped.filter((one) => one.isSymbolicLink()).map(({ name }) => `${entry.name}/${name}`)
  })
}

function copyFiles(source: string, target: string, files: readonly string[] | undefined): void {
  for (const file of readdirSync(source, { recursive: true, withFileTypes: true })) {
    const path = relative(source, join(file.parentPath, file.name))
    if (!file.isFile() || !isNeeded(path, files)) continue
    const copy = join(target, path)
    mkdirSync(dirname(copy), { recursive: true })
    linkOrCopy(join(source, path), copy)
  }
}

/** A second name of the same file takes no space, but exists within one file system only. */
function linkOrCopy(source: string, copy: string): void {
  try {
    linkSync(source, copy)
  } catch (error) {
    if (!['EXDEV', 'EPERM', 'EMLINK'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    copyFileSync(source, copy)
  }
}
