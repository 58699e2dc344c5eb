import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { unitTests } from '../src/commands/test.ts'
import { run } from '../src/processes/run.ts'
import { checkFilters } from '../src/tests/check-filters.ts'

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
  await expect(checkFilters(root, [...unitTests, file])).rejects.toThrow(`no test file matches "${file}"`)
})

test('a filter that matches nothing fails with one line before any server starts', async () => {
  const { code, output } = await runCommand('test', '--project', 'builder', 'nosuchfile')
  expect(code).toBe(1)
  expect(output).toContain('guidebook: no test file matches "nosuchfile". The test files are:')
  expect(output).not.toContain('starting servers')
})

test.each([
  [['--project', 'biulder'], 'no project matches "biulder". The projects are:', '  builder\n'],
  [
    ['--project', 'builder', 'nosuchfile'],
    'no test file matches "nosuchfile". The test files are:',
    'services/builder/',
  ],
])('the filters %j are refused with a list of what exists', async (args, message, existing) => {
  const error: Error = await checkFilters(root, args).then(
    () => new Error('no error'),
    (thrown) => thrown,
  )
  expect(error.message).toContain(message)
  expect(error.message).toContain(existing)
})
