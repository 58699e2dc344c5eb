/** Each bundle, copied to an empty folder; in the long form with its packages, so without this workspace above anything that it loads. */
import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { serviceNames } from '@guidebook/contracts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isSoak } from '../src/is-soak.ts'
import { bundlesBuilt } from '../src/shared-system.ts'

const images = fileURLToPath(new URL('../../../dist/images/', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'guidebook-standalone-'))

beforeAll(async () => {
  await bundlesBuilt()
  for (const name of [...serviceNames, 'migrate', 'cli']) copy(join(images, name), join(folder, name))
}, 900_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** In the short form with a link to the packages, which are tens of thousands of files: above them, this workspace has only its own tools. */
const copy = (source: string, target: string) => {
  if (isSoak) return cpSync(source, target, { recursive: true, verbatimSymlinks: true })
  mkdirSync(target)
  cpSync(join(source, 'app'), join(target, 'app'), { recursive: true })
  symlinkSync(join(source, 'node_modules'), join(target, 'node_modules'))
}

/** Loads the packages for traces too. */
const tracing = { OTEL_TRACES_EXPORTER: 'console' }

const start = (program: string, ...args: string[]) =>
  new Promise<{ code: unknown; output: string }>((done) => {
    const cwd = join(folder, program, 'app')
    execFile(process.execPath, ['main.js', ...args], { cwd, env: tracing }, (error, stdout, stderr) =>
      done({ code: error?.code ?? 0, output: stdout + stderr }),
    )
  })

test.each(serviceNames)(
  '%s loads all of its code and packages from an empty folder, and asks for its settings',
  async (service) => {
    const { code, output } = await start(service)
    expect(output).toContain(`${service} cannot start, its settings are wrong:\n  HTTP_PORT is missing\n`)
    expect(code).toBe(1)
  },
  900_000,
)

test('the command line and the migration run from an empty folder', async () => {
  expect(await start('cli', '--help')).toMatchObject({ code: 0, output: expect.stringContaining('guidebook') })
  expect(await start('migrate')).toMatchObject({ code: 2, output: expect.stringContaining('unknown command ""') })
}, 900_000)

test.each(serviceNames)('the folder of %s has its migrations, lock file, licences and bill of materials', (service) => {
  const app = join(folder, service, 'app')
  const names = [
    'migrations',
    'pnpm-lock.yaml',
    'THIRD_PARTY_NOTICES',
    'sbom.cdx.json',
    'health-check.js',
    'migrate.js',
  ]
  expect(names.filter((name) => !existsSync(join(app, name)))).toEqual([])
  expect(readdirSync(join(app, 'migrations')).length).toBeGreaterThan(0)
  // The registry is a matter of the machine that installs.
  expect(readFileSync(join(app, 'pnpm-lock.yaml'), 'utf8')).not.toContain('://')
})
