import { existsSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { pathToFileURL } from 'node:url'

/**
 * The folder of an npm package whose files browsers load. A bundle has copies of these files beside it (`infra/build`). Without a copy,
 * the package is resolved from the file `from`.
 */
export function servedPackage(name: string, from: string): URL {
  const copied = new URL(`assets/${name}/`, from)
  if (existsSync(copied)) return copied
  const manifest = findPackageJSON(name, from)
  if (manifest === undefined) throw new Error(`the package ${name} is neither installed nor copied`)
  return new URL('.', pathToFileURL(manifest))
}
