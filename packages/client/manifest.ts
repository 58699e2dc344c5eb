/**
 * `npm pack` reads package.json, which names sources and versions of the catalog for this repository. `publish` puts the manifest that is
 * published in its place, `restore` puts it back. A `publish` after one that was cut off begins with the manifest that was kept.
 */
import { copyFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const home = import.meta.dirname
const manifestPath = join(home, 'package.json')
const keptPath = join(home, '.package.json.kept')
const read = (path: string) => JSON.parse(readFileSync(path, 'utf8'))

function publish(): void {
  restore()
  const { private: _, scripts: __, devDependencies: ___, bin, exports, dependencies, ...others } = read(manifestPath)
  const versions = Object.keys(dependencies).map((name) => {
    return [name, `^${read(join(home, 'node_modules', name, 'package.json')).version}`]
  })
  const { './internal': ____, './receiver': _____, ...published } = exports
  const compiled = (source: string) => source.replace('./src/', './dist/').replace(/\.ts$/, '')
  const entries = Object.entries<string>(published).map(([entry, source]) => {
    const file = compiled(source)
    return [entry, { types: `${file}.d.ts`, default: `${file}.js` }]
  })
  const manifest = {
    ...others,
    sideEffects: false,
    bin: Object.fromEntries(Object.entries<string>(bin).map(([name, source]) => [name, `${compiled(source)}.js`])),
    exports: Object.fromEntries(entries),
    dependencies: Object.fromEntries(versions),
  }
  copyFileSync(manifestPath, keptPath)
  writeFileSync(manifestPath, `${JSON.stringify(manifest, null, 2)}\n`)
}

function restore(): void {
  if (existsSync(keptPath)) renameSync(keptPath, manifestPath)
}

const steps: Readonly<Record<string, () => void>> = { publish, restore }
steps[process.argv[2] ?? '']?.()
