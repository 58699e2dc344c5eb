/**
 * Bundles a program: the code of this repository becomes a few files of JavaScript under `dist`. npm's packages stay unchanged, so that
 * native ones work and OpenTelemetry can instrument them. Run in the program's folder, or with it as the argument.
 */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'
import { build, type Metafile } from 'esbuild'
import { parse, stringify } from 'yaml'
import { readCommit } from './commit.ts'
import { manifestOf, npmPackages, ourPackages } from './our-packages.ts'
import { type Lock, pruneLock } from './prune-lock.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const program = resolve(process.argv[2] ?? '.')
const dist = join(program, 'dist')
const manifest = manifestOf(program)
const { nodeOptions = [], workers = [], assets = {} } = manifest.guidebook ?? {}
const ours = ourPackages(program)
const npm = npmPackages(ours.values())
/** What each of these packages needs in a bundle, by the package's folder. */
const packaging = [...ours.values()].map((folder) => [folder, manifestOf(folder).guidebook ?? {}] as const)
/** npm packages that are only read as files. */
const files = Object.assign({}, ...packaging.map(([, guidebook]) => guidebook.files))

/** A service also has the migration of its schema, and the health check of its container. */
function entryPoints(): Record<string, string> {
  const sources = ['src/main.ts', ...workers].map((source) => join(program, source))
  if (existsSync(join(program, 'src/migrate.ts'))) {
    const kit = realpathSync(join(program, 'node_modules/@guidebook/service-kit'))
    sources.push(join(program, 'src/migrate.ts'), join(kit, 'src/lifecycle/health-check.ts'))
  }
  const missing = sources.filter((source) => !existsSync(source))
  if (missing.length > 0)
    throw new Error(`${manifest.name}: no ${missing.map((source) => relative(root, source)).join(', ')}`)
  return Object.fromEntries(sources.map((source) => [nameOf(source), source]))
}

/** A worker is expected beside the file that starts it; the bundle puts all of them into one folder. */
const nameOf = (source: string) => source.slice(source.lastIndexOf('/') + 1, -'.ts'.length)

/** esbuild removes unused code, but keeps the files that only such code imports dynamically. Returns the others, by path. */
function reachable({ outputs }: Metafile, entries: readonly string[]): Map<string, Metafile['outputs'][string]> {
  const reached = new Map<string, Metafile['outputs'][string]>()
  for (const waiting = [...entries]; waiting.length > 0; ) {
    const path = waiting.pop() as string
    const output = outputs[path]
    if (output === undefined) throw new Error(`${manifest.name}: esbuild wrote no ${path}`)
    if (reached.has(path)) continue
    reached.set(path, output)
    waiting.push(...output.imports.filter(({ external }) => !external).map((inner) => inner.path))
  }
  return reached
}

function removeUnreachable({ outputs }: Metafile, reached: ReadonlyMap<string, unknown>) {
  for (const path of Object.keys(outputs)) if (!reached.has(path.replace(/\.map$/, ''))) rmSync(path)
}

/** The npm packages that these files import, or that are read as files, with their versions. */
function neededPackages(outputs: Iterable<Metafile['outputs'][string]>): Map<string, string> {
  const imported = [...outputs]
    .flatMap(({ imports }) => imports.filter(({ external }) => external).map(({ path }) => path))
    .filter((path) => !path.startsWith('node:') && !builtinModules.includes(path))
    .map((path) => /^(@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? path)
  const names = [...new Set([...imported, ...Object.keys(files)])].sort()
  return new Map(names.map((name) => [name, manifestOf(npm.get(name) ?? missing(name)).version]))
}

function missing(name: string): never {
  throw new Error(`${manifest.name} imports ${name}, which none of its packages names as a dependency`)
}

/**
 * Copies what is read at run time: folders of ours without their TypeScript, which is bundled, and files for browsers with the licence and the
 * version of their package.
 */
function copyFiles() {
  for (const [folder, { folders = {} }] of packaging) {
    for (const [name, source] of Object.entries(folders)) {
      const isRead = (path: string) => !/\.ts$|\/tsconfig\.json$/.test(path)
      cpSync(join(folder, source), join(dist, name), { recursive: true, filter: isRead })
    }
  }
  for (const [name, loaded] of Object.entries(assets)) {
    const folder = join(program, 'node_modules', name)
    const licences = readdirSync(folder).filter((file) => /^licen[cs]e/i.test(file))
    for (const file of ['package.json', ...licences]) cpSync(join(folder, file), join(dist, 'assets', name, file))
    for (const file of loaded) writeCompressed(join(folder, file), join(dist, 'assets', name, `${file}.br`))
  }
  for (const file of ['LICENSE', 'THIRD_PARTY_NOTICES']) cpSync(join(root, file), join(dist, file))
}

/** The service decompresses it when it starts. */
function writeCompressed(source: string, target: string) {
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(target, brotliCompressSync(readFileSync(source), { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }))
}

/** Writes the manifest, and the part of the lock file that it needs: an installation from them has exactly the versions that were tested. */
function writeManifest(needed: ReadonlyMap<string, string>) {
  const { name, version } = manifest
  const guidebook = { nodeOptions, files }
  const scripts = { start: ['node', ...nodeOptions, 'main.js'].join(' ') }
  const dependencies = Object.fromEntries(needed)
  const written = { name, version, private: true, type: 'module', scripts, guidebook, dependencies }
  writeFileSync(join(dist, 'package.json'), `${JSON.stringify(written, null, 2)}\n`)

  const lock: Lock = parse(readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8'))
  const importers = [...ours.values()].map((folder) => relative(root, folder))
  writeFileSync(join(dist, 'pnpm-lock.yaml'), stringify(pruneLock(lock, importers, needed), { lineWidth: 0 }))
}

rmSync(dist, { recursive: true, force: true })
mkdirSync(dist)
const entries = entryPoints()
const { metafile } = await build({
  entryPoints: entries,
  outdir: dist,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  sourcemap: true,
  sourcesContent: false,
  define: {
    GUIDEBOOK_VERSION: JSON.stringify(manifest.version),
    GUIDEBOOK_REVISION: JSON.stringify(readCommit().revision),
  },
  external: [...npm.keys()].flatMap((name) => [name, `${name}/*`]),
  logLevel: 'warning',
  metafile: true,
})
const entryFiles = Object.keys(entries).map((name) => relative('.', join(dist, `${name}.js`)))
const reached = reachable(metafile, entryFiles)
removeUnreachable(metafile, reached)
copyFiles()
writeManifest(neededPackages(reached.values()))
const sizes = [...reached.values()].map(({ bytes }) => bytes)
const kibibytes = Math.round(sizes.reduce((sum, bytes) => sum + bytes, 0) / 1024)
process.stdout.write(`${manifest.name}: ${sizes.length} files, ${kibibytes} KiB\n`)
