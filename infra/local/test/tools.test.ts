import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { run } from '../src/processes/run.ts'

const root = resolve(import.meta.dirname, '../../..')
const runCommand = (...args: string[]) =>
  run(process.execPath, [join(root, 'infra/local/src/main.ts'), ...args], { cwd: root, env: withoutServers })

const withoutServers = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('TEST_')))

test.each(globSync('{packages,services,infra}/*/package.json', { cwd: root }))(
  '%s has the scripts that check and test its package',
  (path) => {
    const { scripts } = JSON.parse(readFileSync(join(root, path), 'utf8'))
    expect(scripts).toMatchObject({ typecheck: expect.any(String), lint: expect.any(String), test: expect.any(String) })
  },
)

test('fix formats only the files that it is given', async () => {
  const { code, output } = await runCommand('fix', 'infra/local/test/tools.test.ts')
  expect(output).toContain('Checked 1 file')
  expect(code).toBe(0)
})

test('unit tests run without servers', async () => {
  const { code, output } = await runCommand('test:unit', '--project', 'route-geometry', 'travel-time')
  expect(output).toMatch(/tests: [1-9]\d* passed, 0 failed/)
  expect(output).not.toContain('starting servers')
  expect(code).toBe(0)
})

test.each(['lock.test.ts', 'noisy-neighbour'])('%s is no unit test, because it needs servers', async (file) => {
  const { code, output } = await runCommand('test:unit', file)
  expect(code).toBe(1)
  expect(output).toContain(`no test file matches "${file}"`)
})

test.each([
  [['--project', 'biulder'], 'no project matches "biulder". The projects are:', '  builder\n'],
  [
    ['--project', 'builder', 'nosuchfile'],
    'no test file matches "nosuchfile". The test files are:',
    'services/builder/',
  ],
])('test %j fails before any server starts and lists what exists', async (args, message, existing) => {
  const { code, output } = await runCommand('test', ...args)
  expect(code).toBe(1)
  expect(output).toContain(message)
  expect(output).toContain(existing)
  expect(output).not.toContain('starting servers')
})
