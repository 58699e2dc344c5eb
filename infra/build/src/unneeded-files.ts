/** A licence stays, whatever its name ends with. */
const licence = /^(licen[cs]e|copying|notice|third[-._]party|ofl)/i

/** For people, compilers and debuggers. */
const unneededFile = /(\.map|\.md|\.markdown|\.[cm]?ts|\.tsx|\.flow|\.tsbuildinfo)$/i

/**
 * Only directly in a package's folder: deeper ones can hold code, as `yaml/dist/doc` does. `dist-es` is for bundlers: Node loads the `dist-cjs`
 * beside it.
 */
const unneededFolder = /^(\..+|__tests__|benchmarks?|coverage|dist-es|docs?|examples?|man|scss|styles|tests?)$/

/**
 * Whether a program needs a file of an npm package. `path` is relative to the package's folder. `files` are the only files that are read of a
 * package without code.
 */
export function isNeeded(path: string, files?: readonly string[]): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (licence.test(name) || path === 'package.json') return true
  if (files !== undefined) return files.includes(path)
  const [folder = ''] = path.split('/', 1)
  return !unneededFile.test(name) && (folder === path || !unneededFolder.test(folder))
}
