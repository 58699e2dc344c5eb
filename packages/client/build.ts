/**
 * Builds the package for publishing: JavaScript, declarations, a manifest. It needs nothing else of this repository.
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
  execFileSync(tsc, ['-p', join(home, 'tsconfig.build.json'), '--outDir', target], { stdio: 'inherit' })
  // The compiler rewrites import paths in JavaScript only, not in declarations.
  for (const file of globSync('**/*.d.ts', { cwd: target })) {
    const path = join(target, file)
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(/(['"]\.{1,2}\/[^'"]+)\.ts(?=['"])/g, '$1.js'))
  }
}

function writeManifest(): void {
  const { name, version, description, exports, dependencies } = readManifest(home)
  const versions = Object.keys(dependencies).map((dependency) => {
    return [dependency, `^${readManifest(join(home, 'node_modules', dependency)).version}`]
  })
  const { './internal': _, ...published } = exports
  const entries = Object.entries<string>(published).map(([entry, source]) => {
    const file = source.replace('./src/', './').replace(/\.ts$/, '')
    return [entry, { types: `${file}.d.ts`, default: `${file}.js` }]
  })
  const manifest = {
    name,
    version,
    description,
    license: 'SEE LICENSE IN LICENSE',
    type: 'module',
    sideEffects: false,
    engines: { node: '>=20.3' },
    exports: Object.fromEntries(entries),
    dependencies: Object.fromEntries(versions),
  }
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}

rmSync(target, { recursive: true, force: true })
compile()
writeManifest()
copyFileSync(join(home, 'README.md'), join(target, 'README.md'))
copyFileSync(join(home, '../../LICENSE'), join(target, 'LICENSE'))
