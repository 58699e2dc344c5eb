import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const home = join(import.meta.dirname, '..')

/** A folder in which the package is installed. Files in it cannot import anything else of this repository. */
export interface Consumer extends Disposable {
  folder: string
}

export function installPublished(): Consumer {
  const folder = mkdtempSync(join(tmpdir(), 'guidebook-client-'))
  const modules = join(folder, 'node_modules')
  const installed = join(modules, '@guidebook/client')
  mkdirSync(installed, { recursive: true })
  execFileSync('tar', ['-xzf', pack(folder), '-C', installed, '--strip-components=1'])
  // As npm would: the dependencies of the manifest, and the types of Node.
  const { dependencies } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))
  for (const name of [...Object.keys(dependencies), '@types/node']) {
    const link = join(modules, name)
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(realpathSync(join(home, 'node_modules', name)), link, 'dir')
  }
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Packs a newly built folder. Returns the path of the archive. */
function pack(folder: string): string {
  const built = join(folder, 'built')
  execFileSync(process.execPath, [join(home, 'build.ts'), built], { stdio: 'inherit' })
  const output = execFileSync('npm', ['pack', built, '--json', '--offline'], { cwd: folder })
  const [{ filename }] = JSON.parse(output.toString())
  return join(folder, filename)
}

/** The examples of the README as whole programs: those that continue the first example include it. */
export function readmeExamples(): string[] {
  const readme = readFileSync(join(home, 'README.md'), 'utf8')
  const [first = '', ...others] = [...readme.matchAll(/```ts\n(.*?)```/gs)].map(([, code]) => code ?? '')
  return [first, ...others.map((code) => (code.includes('/webhook') ? code : first + code))]
}
