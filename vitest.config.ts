import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const groups = ['packages', 'services', 'infra']

const sharedSystem = fileURLToPath(new URL('packages/acceptance/test/shared-system.setup.ts', import.meta.url))

const propertySeed = fileURLToPath(new URL('infra/local/src/tests/property-seed.setup.ts', import.meta.url))
const hasProperties = (root: string) => readFileSync(`${root}/package.json`, 'utf8').includes('"fast-check"')

/** These look at what a process measures of itself, and have one of their own for each file; of others, a worker imports everything once. */
const alone = new Set(['service-kit', 'webhooks'])

/** These start whole systems, which need the machine for themselves: they run after all others, two files at a time. */
const heavy = new Set(['acceptance'])

/** Every package and service is a project of its own name, so that `vitest run --project releases` runs just that one. */
const projects = groups
  .filter((group) => existsSync(group))
  .flatMap((group) => readdirSync(group).map((name) => ({ name, root: `${group}/${name}` })))
  .filter(({ root }) => existsSync(`${root}/package.json`))
  .map(({ name, root }) => ({
    extends: true as const,
    root,
    test: {
      name,
      isolate: alone.has(name),
      setupFiles: hasProperties(root) ? [propertySeed] : [],
      ...(heavy.has(name) ? { maxWorkers: 2, sequence: { groupOrder: 1 }, globalSetup: [sharedSystem] } : {}),
    },
  }))

/** Measures how long requests wait, so it has the machine for itself: it runs after all others. */
const noisyNeighbour = {
  extends: true as const,
  root: 'packages/acceptance',
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
