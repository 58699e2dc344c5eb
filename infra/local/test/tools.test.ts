import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test, vi } from 'vitest'
import { localTests, remoteTests } from '../src/commands/acceptance.ts'
import { test as testCommand, unitTests } from '../src/commands/test.ts'
import { run } from '../src/processes/run.ts'
import { checkFilters } from '../src/tests/check-filters.ts'
import { UserFacingError } from '../src/user-facing-error.ts'

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
  const { code, output } = await runCommand('test:unit', 'route-geometry/src/travel-time')
  expect(output).toMatch(/tests: [1-9]\d* passed, 0 failed/)
  expect(output).not.toContain('starting servers')
  expect(code).toBe(0)
})

test.each(['rabbitmq-container.test.ts', 'noisy-neighbour'])(
  '%s is no unit test, because it needs servers',
  async (file) => {
    await expect(checkFilters(root, [...unitTests, file])).rejects.toThrow(`no test file matches "${file}"`)
  },
)

test('npm run acceptance runs every acceptance test, or names it with the reason', () => {
  const listed = [...remoteTests.map(({ file }) => file), ...Object.keys(localTests)]
  expect(listed.toSorted()).toEqual(
    globSync('packages/acceptance/{test,noisy-neighbour}/*.test.ts', { cwd: root }).toSorted(),
  )
})

test('a command that does not exist fails with one line', async () => {
  const { code, output } = await runCommand('no-such-command')
  expect(code).toBe(1)
  expect(output).toMatch(/^guidebook: unknown command "no-such-command"; use one of start, .+$/)
})

test.each([
  [['--project', 'builder'], 'select tests by path', 'npm test -- services/releases'],
  [['nosuchfile'], 'no test file matches "nosuchfile". The test files are:', 'infra/build/'],
])('the filters %j are refused before any server starts, with the remedy', async (args, message, remedy) => {
  const report = vi.fn()
  const signal = new AbortController().signal
  const error: unknown = await testCommand({ root, data: root, env: {}, args, report, signal }).catch(
    (thrown) => thrown,
  )
  expect(error).toBeInstanceOf(UserFacingError)
  expect((error as Error).message).toContain(message)
  expect((error as Error).message).toContain(remedy)
  expect(report).not.toHaveBeenCalled()
})
