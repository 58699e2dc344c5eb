// Bundles a service for a container: our own code becomes a few files of JavaScript under `dist`, npm's packages stay unchanged,
// so that native ones work and OpenTelemetry can instrument them. Run in the service's folder, or with it as the argument.
import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('../../', import.meta.url))
const service = resolve(process.argv[2] ?? '.')
const dist = join(service, 'dist')

const manifestOf = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
const manifest = manifestOf(service)
const isOurs = (name) => name.startsWith('@guidebook/')

/** The service and every package of ours that it builds on. */
function withOurPackages(folder, found = new Map()) {
  const { name, dependencies = {} } = manifestOf(folder)
  if (found.has(name)) return found
  found.set(name, folder)
  for (const dependency of Object.keys(dependencies).filter(isOurs)) {
    withOurPackages(realpathSync(join(folder, 'node_modules', dependency)), found)
  }
  return found
}

/** npm's packages that the bundle needs, each with its folder: all that the manifests name, since some are only read as files. */
function npmPackages(folders) {
  const found = new Map()
  for (const folder of folders) {
    for (const name of Object.keys(manifestOf(folder).dependencies ?? {}).filter((one) => !isOurs(one))) {
      found.set(name, realpathSync(join(folder, 'node_modules', name)))
    }
  }
  return new Map([...found].sort(([a], [b]) => a.localeCompare(b)))
}

const ourFolders = withOurPackages(service)
const external = npmPackages(ourFolders.values())

/** The service, its migrations, and its workers, which are threads or processes. */
function entryPoints() {
  const workers = manifest.guidebook?.workers ?? []
  const sources = ['src/main.ts', 'src/migrate.ts', ...workers].map((source) => join(service, source))
  return Object.fromEntries(sources.map((source) => [nameOf(source), source]))
}

/** A worker is expected beside the file that starts it; the bundle puts all of them into one folder. */
const nameOf = (source) => source.slice(source.lastIndexOf('/') + 1, -'.ts'.length)

/** Where the bundle was built, Node finds npm's packages by these links; in a container they are installed from the manifest instead. */
function linkPackages() {
  for (const [name, folder] of external) {
    const link = join(dist, 'node_modules', name)
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(relative(dirname(link), folder), link, 'dir')
  }
}

/** Files that browsers load, with the licence and the version of their package: it is not installed with the service. */
function copyAssets() {
  for (const [name, files] of Object.entries(manifest.guidebook?.assets ?? {})) {
    const folder = join(service, 'node_modules', name)
    const licences = readdirSync(folder).filter((file) => /^(licence|license)/i.test(file))
    for (const file of ['package.json', ...licences, ...files]) {
      cpSync(join(folder, file), join(dist, 'assets', name, file))
    }
  }
  cpSync(join(root, 'THIRD_PARTY_NOTICES'), join(dist, 'THIRD_PARTY_NOTICES'))
}

function writeManifest() {
  const dependencies = Object.fromEntries([...external].map(([name, folder]) => [name, manifestOf(folder).version]))
  const { name, version } = manifest
  const scripts = { start: ['node', ...(manifest.guidebook?.nodeOptions ?? []), 'main.js'].join(' ') }
  const written = { name, version, private: true, type: 'module', scripts, dependencies }
  writeFileSync(join(dist, 'package.json'), `${JSON.stringify(written, null, 2)}\n`)
}

/** The commit: as the deployment names it, else as Git does. */
function revision() {
  const { GUIDEBOOK_REVISION } = process.env
  if (GUIDEBOOK_REVISION) return GUIDEBOOK_REVISION
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim()
  } catch {
    // Built without Git, or outside of a repository.
    return 'unknown'
  }
}

rmSync(dist, { recursive: true, force: true })
const entries = entryPoints()
const missing = Object.values(entries).filter((source) => !existsSync(source))
if (missing.length > 0)
  throw new Error(`${manifest.name}: no ${missing.map((source) => relative(root, source)).join(', ')}`)
const result = await build({
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
    GUIDEBOOK_REVISION: JSON.stringify(revision()),
  },
  external: [...external.keys()].flatMap((name) => [name, `${name}/*`]),
  logLevel: 'warning',
  metafile: true,
})
linkPackages()
copyAssets()
writeManifest()
const bytes = Object.entries(result.metafile.outputs).reduce(
  (sum, [file, output]) => (file.endsWith('.js') ? sum + output.bytes : sum),
  0,
)
const files = readdirSync(dist).filter((name) => name.endsWith('.js')).length
process.stdout.write(`${manifest.name}: ${files} files, ${Math.round(bytes / 1024)} KiB\n`)
