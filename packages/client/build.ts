/**
 * Builds the folder that is packed and published: JavaScript, declarations, a manifest. It needs nothing else of this repository.
 * Argument: the folder. Default: `dist`.
 */
import { execFileSync } from 'node:child_process'
import { copyFileSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const home = import.meta.dirname
const target = resolve(process.argv[2] ?? join(home, 'dist'))
const readManifest = (folder: string) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

function compile(): void {
  const tsc = join(home, 'node_modules/.bin/tsc')
  // The library needs no types of Node, the program does.
  for (const project of ['tsconfig.build.json', 'tsconfig.listen.json'])
    execFileSync(tsc, ['-p', join(home, project), '--outDir', target], { stdio: 'inherit' })
  // The compiler rewrites import paths in JavaScript only, not in declarations.
  for (const file of globSync('**/*.d.ts', { cwd: target })) {
    const path = join(target, file)
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(/(['"]\.{1,2}\/[^'"]+)\.ts(?=['"])/g, '$1.js'))
  }
}

/** package.json names sources and the catalog of this repository; the published manifest names compiled files and released versions. */
function writeManifest(): void {
  const { private: _, scripts: __, devDependencies: ___, bin, exports, dependencies, ...others } = readManifest(home)
  const versions = Object.keys(dependencies).map((name) => {
    return [name, `^${readManifest(join(home, 'node_modules', name)).version}`]
  })
  const { './internal': ____, './receiver': _____, ...published } = exports
  const compiled = (source: string) => source.replace('./src/', './').replace(/\.ts$/, '')
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
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}

rmSync(target, { recursive: true, force: true })
compile()
writeManifest()
for (const name of ['README.md', 'LICENSE']) copyFileSync(join(home, name), join(target, name))
