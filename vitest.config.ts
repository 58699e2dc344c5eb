import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

/** Scripts of packages run vitest from their own folder, so nothing here depends on the current one. */
const workspace = import.meta.dirname
const groups = ['packages', 'services', 'infra']

const sharedSystem = join(workspace, 'packages/acceptance/test/shared-system.setup.ts')

const propertySeed = join(workspace, 'infra/local/src/tests/property-seed.setup.ts')
const hasProperties = (root: string) => readFileSync(`${root}/package.json`, 'utf8').includes('"fast-check"')

/** These projects measure their own process, so each file gets its own. In others, a worker imports shared modules once. */
const isolated = new Set(['service-kit', 'webhooks'])

/** These projects start whole systems. They run after all others, two files at a time. */
const heavy = new Set(['acceptance'])

/** Every package and service is a project with its name, so that `--project releases` selects it. */
const projects = groups
  .flatMap((group) => readdirSync(join(workspace, group)).map((name) => ({ name, root: join(workspace, group, name) })))
  .filter(({ root }) => existsSync(`${root}/package.json`))
  .map(({ name, root }) => ({
    extends: true as const,
    root,
    test: {
      name,
      isolate: isolated.has(name),
      setupFiles: hasProperties(root) ? [propertySeed] : [],
      ...(heavy.has(name) ? { maxWorkers: 2, sequence: { groupOrder: 1 }, globalSetup: [sharedSystem] } : {}),
    },
  }))

/** Measures waiting times, so it runs last and alone. */
const noisyNeighbour = {
  extends: true as const,
  root: join(workspace, 'packages/acceptance'),
  test: {
    name: 'noisy-neighbour',
    include: ['noisy-neighbour/*.test.ts'],
    exclude: ['src/**', 'test/**'],
    sequence: { groupOrder: 2 },
  },
}

export default defineConfig({
  test: {
    projects: [...projects, noisyNeighbour],
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    pool: 'forks',
    maxWorkers: 4,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
