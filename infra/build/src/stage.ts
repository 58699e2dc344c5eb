/**
 * Makes a folder `dist/images/<name>` of each bundle, which runs wherever it is copied: `app` with the bundle, and `node_modules` with the npm
 * packages that it needs. They are two layers of an image: the packages change only with the lock file. `npm run build` does this after
 * bundling. Arguments select programs by name.
 */
import { hash } from 'node:crypto'
import { existsSync, globSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { billOfMaterials, keyOf, type Part } from './bill-of-materials.ts'
import { type Commit, readCommit } from './commit.ts'
import { copyPackages } from './copy-packages.ts'
import { type Manifest, manifestOf, npmPackages, ourPackages } from './our-packages.ts'
import type { Lock } from './prune-lock.ts'
import { copyFolder, replaceFolder } from './replace-folder.ts'
import { requireLocked } from './require-locked.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** Changes when the packages of a program, or the choice of their files, may change. */
function stampOf(dist: string): string {
  const sources = readdirSync(import.meta.dirname).map((file) => join(import.meta.dirname, file))
  const inputs = [join(dist, 'pnpm-lock.yaml'), join(dist, 'package.json'), ...sources]
  return hash('sha256', Buffer.concat(inputs.map((file) => readFileSync(file))))
}

/** Copies the packages, unless that was done already. Returns what was copied. */
function stagePackages(program: string, dist: string, modules: string): Part[] {
  const stamp = stampOf(dist)
  const record = join(modules, '.staged.json')
  if (existsSync(record)) {
    const staged: { stamp: string; parts: Part[] } = JSON.parse(readFileSync(record, 'utf8'))
    if (staged.stamp === stamp) return staged.parts
  }
  const { dependencies = {}, guidebook } = manifestOf(dist)
  const npm = npmPackages(ourPackages(program).values())
  const direct = new Map([...npm].filter(([name]) => name in dependencies))
  const lock: Lock = parse(readFileSync(join(dist, 'pnpm-lock.yaml'), 'utf8'))
  let parts: Part[] = []
  replaceFolder(modules, (target) => {
    const copied = copyPackages({ direct, files: guidebook?.files ?? {}, target })
    requireLocked(copied, lock)
    parts = copied.map((one) => ({ ...one, integrity: lock.packages[keyOf(one)]?.resolution.integrity }))
    writeFileSync(join(target, '.staged.json'), JSON.stringify({ stamp, parts }))
  })
  return parts
}

/** What is in the image besides npm's packages: the packages of this repository, files for browsers, and Node.js. */
function furtherParts(dist: string, ours: readonly Manifest[]): Part[] {
  const assets = globSync('assets/**/package.json', { cwd: dist }).map((path) => manifestOf(join(dist, path, '..')))
  const node: Part = { name: 'node', version: process.versions.node, license: 'MIT', kind: 'generic' }
  return [...[...ours, ...assets].map(({ name, version, license }) => ({ name, version, license })), node]
}

function stage(program: string, { time }: Commit): void {
  const dist = join(program, 'dist')
  const folder = join(root, 'dist', 'images', basename(program))
  const packages = stagePackages(program, dist, join(folder, 'node_modules'))
  const { name, version, license } = manifestOf(program)
  const ours = [...ourPackages(program)].filter(([one]) => one !== name).map(([, path]) => manifestOf(path))
  const further = furtherParts(dist, ours)
  const direct = Object.entries(manifestOf(dist).dependencies ?? {}).map(([one, exact]) => `${one}@${exact}`)
  const bom = billOfMaterials({
    program: { name, version, license, dependencies: [...direct, ...further.map(keyOf)] },
    parts: [...packages, ...further],
    time,
  })
  replaceFolder(join(folder, 'app'), (target) => {
    copyFolder(dist, target)
    writeFileSync(join(target, 'sbom.cdx.json'), bom)
  })
}

const selected = process.argv.slice(2)
const programs = globSync('{services,packages,infra}/*/dist/package.json', { cwd: root })
  .map((path) => join(root, path, '..', '..'))
  .filter((program) => existsSync(join(program, 'dist', 'pnpm-lock.yaml')))
  .filter((program) => selected.length === 0 || selected.includes(basename(program)))
const commit = readCommit()
for (const program of programs) stage(program, commit)
process.stdout.write(`${programs.length} programs in dist/images\n`)
