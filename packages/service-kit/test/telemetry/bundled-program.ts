import { existsSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const source = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Bundles the program as services are bundled for a container: our code in a few files, npm packages unchanged beside them. */
export async function bundledProgram(): Promise<string> {
  const outdir = mkdtempSync(join(tmpdir(), 'tracing-'))
  await build({
    entryPoints: [source('./program.ts')],
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    plugins: [
      {
        name: 'npm-packages-are-external',
        setup: ({ onResolve }) => {
          onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
            kind === 'entry-point' || path.startsWith('@guidebook/') ? undefined : { path, external: true },
          )
        },
      },
    ],
  })
  mkdirSync(join(outdir, 'node_modules'))
  for (const modules of ['../../node_modules', '../../../contracts/node_modules']) {
    for (const name of readdirSync(source(modules)).filter((one) => !existsSync(join(outdir, 'node_modules', one)))) {
      symlinkSync(source(`${modules}/${name}`), join(outdir, 'node_modules', name), 'dir')
    }
  }
  symlinkSync(source('../../package.json'), join(outdir, 'package.json'))
  return join(outdir, 'program.js')
}
