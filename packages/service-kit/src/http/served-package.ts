import { existsSync, readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { pathToFileURL } from 'node:url'
import { brotliDecompressSync } from 'node:zlib'

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

/** Reads a file of such a package. */
export function readServed(file: URL): Buffer {
  const compressed = readServedBrotli(file)
  return compressed === null ? readFileSync(file) : brotliDecompressSync(compressed)
}

/** Its compressed copy beside a bundle, where a viewer of megabytes would be a large part of an image; null: there is none. */
export function readServedBrotli(file: URL): Buffer | null {
  const compressed = new URL(`${file.href}.br`)
  return existsSync(compressed) ? readFileSync(compressed) : null
}
