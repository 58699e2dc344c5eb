import { readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'

export interface Manifest {
  name: string
  version: string
  license?: string
  dependencies?: Record<string, string>
  guidebook?: {
    /** Options of Node.js for the program. */
    nodeOptions?: string[]
    /** Sources of further programs: threads and child processes. Each is started by a file beside it. */
    workers?: string[]
    /** Folders that the program reads at run time, by their names beside the bundled code. */
    folders?: Record<string, string>
    /** Files that browsers load, of npm packages that are not installed with the program. */
    assets?: Record<string, string[]>
    /** npm packages that are only read as files, for example fonts, and the files that are read. */
    files?: Record<string, string[]>
  }
}

export const manifestOf = (folder: string): Manifest => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

export const isOurs = (name: string): boolean => name.startsWith('@guidebook/')

/** The folders of a program and of every package of this repository that it builds on, by name. */
export function ourPackages(folder: string, found = new Map<string, string>()): Map<string, string> {
  const { name, dependencies = {} } = manifestOf(folder)
  if (found.has(name)) return found
  found.set(name, folder)
  for (const dependency of Object.keys(dependencies).filter(isOurs)) {
    ourPackages(realpathSync(join(folder, 'node_modules', dependency)), found)
  }
  return found
}

/** The folders of the npm packages that these packages of ours name. Throws when one of them has two versions. */
export function npmPackages(ours: Iterable<string>): Map<string, string> {
  const found = new Map<string, string>()
  for (const folder of ours) {
    for (const name of Object.keys(manifestOf(folder).dependencies ?? {}).filter((one) => !isOurs(one))) {
      const target = realpathSync(join(folder, 'node_modules', name))
      if ((found.get(name) ?? target) !== target)
        throw new Error(`${name} has two versions: ${found.get(name)}, ${target}`)
      found.set(name, target)
    }
  }
  return found
}
