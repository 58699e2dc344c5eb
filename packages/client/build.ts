/** Compiles what is published to `dist`: JavaScript and declarations. It needs nothing else of this repository. */
import { execFileSync } from 'node:child_process'
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const home = import.meta.dirname
const target = join(home, 'dist')

rmSync(target, { recursive: true, force: true })
// The library needs no types of Node, the program does.
for (const project of ['tsconfig.build.json', 'tsconfig.listen.json'])
  execFileSync(join(home, 'node_modules/.bin/tsc'), ['-p', join(home, project)], { stdio: 'inherit' })
// The compiler rewrites import paths in JavaScript only, not in declarations.
for (const file of globSync('**/*.d.ts', { cwd: target })) {
  const path = join(target, file)
  writeFileSync(path, readFileSync(path, 'utf8').replaceAll(/(['"]\.{1,2}\/[^'"]+)\.ts(?=['"])/g, '$1.js'))
}
