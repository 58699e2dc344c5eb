/** A lock file of pnpm, version 9, as far as it is used here. */
export interface Lock {
  lockfileVersion: string
  settings: Record<string, unknown>
  importers: Record<string, { dependencies?: Record<string, LockedDependency> }>
  /** By name and version. */
  packages: Record<string, LockedPackage>
  /** By name, version and, in parentheses, the versions of its peers. */
  snapshots: Record<string, Snapshot>
}

interface LockedDependency {
  specifier: string
  version: string
}

export interface LockedPackage {
  resolution: { integrity: string }
}

interface Snapshot {
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  /** Only needed by packages that can do without: it may be for another platform. */
  optional?: boolean
}

/** A package and its version, without the versions of its peers. */
export const withoutPeers = (key: string): string => key.replace(/\(.*$/, '')

/**
 * The part of a lock file that an installation of the direct dependencies `needed` (versions by name) uses. `importers` are the packages of
 * the workspace that name them. Throws when two of these have resolved one differently.
 */
export function pruneLock(
  lock: Lock,
  importers: readonly string[],
  needed: ReadonlyMap<string, string>,
): Omit<Lock, 'catalogs'> {
  const direct = new Map([...needed.keys()].map((name) => [name, resolvedVersion(lock, importers, name)]))
  const snapshots = reachable(
    lock,
    [...direct].map(([name, version]) => keyOf(lock, name, version)),
  )
  const packages = new Set(Object.keys(snapshots).map(withoutPeers))
  const dependencies = [...needed].map(([name, specifier]) => [
    name,
    { specifier, version: direct.get(name) ?? specifier },
  ])
  return {
    lockfileVersion: lock.lockfileVersion,
    settings: lock.settings,
    importers: { '.': { dependencies: Object.fromEntries(dependencies) } },
    packages: Object.fromEntries(Object.entries(lock.packages).filter(([key]) => packages.has(key))),
    snapshots,
  }
}

function resolvedVersion(lock: Lock, importers: readonly string[], name: string): string {
  const found = new Set(importers.map((importer) => lock.importers[importer]?.dependencies?.[name]?.version))
  found.delete(undefined)
  const [version, other] = [...found]
  if (version === undefined || other !== undefined)
    throw new Error(`the lock file has ${version === undefined ? 'no version' : 'two versions'} of ${name}`)
  return version
}

/** An alias is locked under the name and version to which it refers. */
const keyOf = (lock: Lock, name: string, version: string): string =>
  `${name}@${version}` in lock.snapshots ? `${name}@${version}` : version

function reachable(lock: Lock, start: readonly string[]): Record<string, Snapshot> {
  const found = new Map<string, Snapshot>()
  const visit = (key: string) => {
    if (found.has(key)) return
    const snapshot = lock.snapshots[key]
    if (snapshot === undefined) throw new Error(`the lock file has no ${key}`)
    found.set(key, snapshot)
    const { dependencies, optionalDependencies } = snapshot
    for (const [name, version] of Object.entries({ ...dependencies, ...optionalDependencies }))
      visit(keyOf(lock, name, version))
  }
  for (const key of start) visit(key)
  return Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1)))
}
