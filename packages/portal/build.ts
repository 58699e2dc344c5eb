/**
 * Builds the portal into `dist`, unless `dist` was built from the same sources. Builds into another folder first, then renames it, so that
 * `dist` is never half written.
 */
import { hash } from 'node:crypto'
import { existsSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

const root = fileURLToPath(new URL('../../', import.meta.url))
const folder = import.meta.dirname
const dist = join(folder, 'dist')
const stamp = join(dist, '.made-from')

/** The sources of everything in the bundle; the lock file names the packages of npm. */
function fingerprint(): string {
  const folders = ['packages/portal/src', 'packages/client/src', 'packages/messages/src']
  const sources = folders.flatMap((name) =>
    globSync('**/*.{ts,tsx,css,json,svg}', { cwd: join(root, name) }).map((file) => join(root, name, file)),
  )
  const others = ['index.html', 'support.html', 'vite.config.ts', 'build.ts'].map((file) => join(folder, file))
  const files = [
    ...sources.filter((file) => !file.endsWith('.test.ts')),
    ...others,
    join(root, 'pnpm-lock.yaml'),
  ].sort()
  return hash('sha256', files.map((file) => `${relative(root, file)} ${hash('sha256', readFileSync(file))}`).join('\n'))
}

/** Level 11 takes twice the time for one percent. */
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }
const compress = promisify(brotliCompress)

/** Writes a compressed copy beside each script and stylesheet, which the gateway serves instead. */
async function compressFiles(made: string): Promise<void> {
  const files = globSync('assets/*.{js,mjs,css}', { cwd: made }).map((name) => join(made, name))
  await Promise.all(files.map(async (file) => writeFileSync(`${file}.br`, await compress(readFileSync(file), brotli))))
}

const current = fingerprint()
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== current) {
  const { build } = await import('vite')
  const made = join(folder, 'node_modules', `.dist-${process.pid}`)
  await build({
    configFile: join(folder, 'vite.config.ts'),
    logLevel: 'warn',
    build: { outDir: made, emptyOutDir: true },
  })
  await compressFiles(made)
  writeFileSync(join(made, '.made-from'), current)
  const old = `${made}-old`
  if (existsSync(dist)) renameSync(dist, old)
  renameSync(made, dist)
  rmSync(old, { recursive: true, force: true })
}
